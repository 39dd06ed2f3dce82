import { microbenchmark } from '../../../src/index.ts'

export default microbenchmark({ cases: { add: () => 1 + 1 } })
