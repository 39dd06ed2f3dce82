import { connect, type Socket } from 'node:net'
import { definePlugin } from '../../../src/load/plugin/define-plugin.ts'
import { LinesClient } from '../lines/lines-client.ts'
import { lines } from '../lines/lines.ts'

class HastyClient extends LinesClient {
  #second: Socket | undefined

  override async ask(line: string): Promise<string> {
    const { hostname, port } = new URL(this.context.target)
    this.#second ??= connect({ host: hostname, port: Number(port) }).on('error', () => undefined)
    return await super.ask(line)
  }

  override async [Symbol.asyncDispose](): Promise<void> {
    if (this.context.signal.aborted) return
    this.#second?.destroy()
    await super[Symbol.asyncDispose]()
  }
}

export default definePlugin({ ...lines, createClient: (context) => new HastyClient(context) })
