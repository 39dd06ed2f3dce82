import { connect } from 'node:net'
import { definePlugin } from '../../../src/load/plugin/define-plugin.ts'
import { LinesClient } from '../lines/lines-client.ts'
import { lines } from '../lines/lines.ts'

class LeakingClient extends LinesClient {
  override async ask(line: string): Promise<string> {
    const { hostname, port } = new URL(this.context.target)
    connect({ host: hostname, port: Number(port) }).on('error', () => undefined)
    return await super.ask(line)
  }
}

export default definePlugin({ ...lines, createClient: (context) => new LeakingClient(context) })
