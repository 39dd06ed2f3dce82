import { definePlugin } from '../../../src/load/plugin/define-plugin.ts'
import { LinesClient } from '../lines/lines-client.ts'
import { lines } from '../lines/lines.ts'

class FragileClient extends LinesClient {
  #isDisposed = false

  override async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isDisposed) throw new Error('already closed')
    this.#isDisposed = true
    await super[Symbol.asyncDispose]()
  }
}

export default definePlugin({ ...lines, createClient: (context) => new FragileClient(context) })
