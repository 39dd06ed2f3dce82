import { definePlugin } from '../../../src/load/plugin/define-plugin.ts'
import { LinesClient } from '../lines/lines-client.ts'
import { lines } from '../lines/lines.ts'

class TickingClient extends LinesClient {
  override async ask(line: string): Promise<string> {
    setInterval(() => undefined, 1000)
    return await super.ask(line)
  }
}

export default definePlugin({ ...lines, createClient: (context) => new TickingClient(context) })
