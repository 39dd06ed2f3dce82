import { definePlugin } from '../../../src/load/plugin/define-plugin.ts'
import { LinesClient } from '../lines/lines-client.ts'
import { lines } from '../lines/lines.ts'

class ForgetfulClient extends LinesClient {
  override async ask(line: string): Promise<string> {
    this.context.requests.started()
    return await super.ask(line)
  }
}

export default definePlugin({ ...lines, createClient: (context) => new ForgetfulClient(context) })
