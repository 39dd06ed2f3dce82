import { definePlugin } from '../../../src/load/plugin/define-plugin.ts'
import { lines } from '../lines/lines.ts'

export default definePlugin({
  ...lines,
  teardown: () => {
    throw new Error('no database')
  },
})
