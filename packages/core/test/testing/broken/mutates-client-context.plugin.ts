import { definePlugin } from '../../../src/load/plugin/define-plugin.ts'
import { LinesClient } from '../lines/lines-client.ts'
import { lines } from '../lines/lines.ts'

export default definePlugin({
  ...lines,
  createClient: (context) => {
    context.shared.rooms.push('cellar')
    return new LinesClient(context)
  },
})
