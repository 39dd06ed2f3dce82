import { definePlugin } from '../../../src/load/plugin/define-plugin.ts'
import { lines } from '../lines/lines.ts'

export default definePlugin({
  ...lines,
  setup: ({ options }) => {
    ;(options as { greeting: string }).greeting = 'bye'
    return { rooms: [] }
  },
})
