import { definePlugin } from '../../../src/load/plugin/define-plugin.ts'
import { LinesClient } from '../lines/lines-client.ts'
import { lines } from '../lines/lines.ts'

class CarelessClient extends LinesClient {
  override async ask(line: string): Promise<string> {
    const { metrics } = this.context
    try {
      ;(metrics as unknown as Record<string, { add(count: number): void }>)['lines_asnwers']?.add(1)
    } catch {
      // Like code that catches every error of its work.
    }
    return await super.ask(line)
  }
}

export default definePlugin({ ...lines, createClient: (context) => new CarelessClient(context) })
