import { lines } from './lines.ts'

export default lines
