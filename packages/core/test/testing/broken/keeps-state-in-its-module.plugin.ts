import { definePlugin } from '../../../src/load/plugin/define-plugin.ts'
import { LinesClient } from '../lines/lines-client.ts'
import { lines } from '../lines/lines.ts'

let rooms: readonly string[] | undefined

export default definePlugin({
  ...lines,
  setup: () => {
    rooms = ['lobby']
    return { rooms: [...rooms] }
  },
  createClient: (context) => {
    // Only in the thread in which `setup` ran.
    if (rooms === undefined) throw new Error('there are no rooms')
    return new LinesClient(context)
  },
})
