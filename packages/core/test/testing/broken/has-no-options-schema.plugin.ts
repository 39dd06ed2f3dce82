import { definePlugin } from '../../../src/load/plugin/define-plugin.ts'
import { lines } from '../lines/lines.ts'

// @ts-expect-error as one who writes JavaScript is not told
export default definePlugin({ ...lines, options: { greeting: 'hello' } })
