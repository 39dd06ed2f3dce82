import { definePlugin } from '../../../src/load/plugin/define-plugin.ts'
import { LinesClient } from '../lines/lines-client.ts'
import { lines } from '../lines/lines.ts'

class DeafClient extends LinesClient {
  override async ask(): Promise<string> {
    throw new Error('nobody responds')
  }
}

export default definePlugin({ ...lines, createClient: (context) => new DeafClient(context) })
