import { definePlugin } from '../../../src/load/plugin/define-plugin.ts'
import { LinesClient } from './lines-client.ts'
import { lines } from './lines.ts'

/** Keeps its thread from everything else while it responds, as a machine does that has much else to do. */
class BusyClient extends LinesClient {
  override async ask(line: string): Promise<string> {
    const until = performance.now() + 100
    while (performance.now() < until);
    return await super.ask(line)
  }
}

export default definePlugin({ ...lines, createClient: (context) => new BusyClient(context) })
