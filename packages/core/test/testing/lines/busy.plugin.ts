import { definePlugin } from '../../../src/load/plugin/define-plugin.ts'
import { LinesClient } from './lines-client.ts'
import { lines } from './lines.ts'

/** Blocks its thread while it responds, as on a busy machine. */
class BusyClient extends LinesClient {
  override async ask(line: string): Promise<string> {
    const until = performance.now() + 100
    while (performance.now() < until);
    return await super.ask(line)
  }
}

export default definePlugin({ ...lines, createClient: (context) => new BusyClient(context) })
