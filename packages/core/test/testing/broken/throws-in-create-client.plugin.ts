import { definePlugin } from '../../../src/load/plugin/define-plugin.ts'
import { lines } from '../lines/lines.ts'

export default definePlugin({
  ...lines,
  createClient: () => {
    throw new Error('no such room')
  },
})
