import { definePlugin } from '../../../src/load/plugin/define-plugin.ts'
import { LinesClient } from '../lines/lines-client.ts'
import { lines } from '../lines/lines.ts'

class HangingClient extends LinesClient {
  override async [Symbol.asyncDispose](): Promise<void> {
    await super[Symbol.asyncDispose]()
    await new Promise(() => {})
  }
}

export default definePlugin({ ...lines, createClient: (context) => new HangingClient(context) })
