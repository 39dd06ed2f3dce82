import { failureReason } from '../user/failure.ts'
import type { ClientSource, ClientUser } from '../user/client-source.ts'
import type { Plugin, PluginClient } from './plugin.ts'
import { PluginClientContext, type ClientSurroundings } from './plugin-client-context.ts'

/** Creates the clients of one plugin for the users of one scenario on one thread. */
export class PluginClients implements ClientSource {
  readonly name: string
  readonly #plugin: Plugin
  readonly #around: ClientSurroundings

  constructor(plugin: Plugin, around: Omit<ClientSurroundings, 'name'>) {
    this.name = plugin.name
    this.#plugin = plugin
    this.#around = { ...around, name: plugin.name }
  }

  create(user: ClientUser): PluginClient {
    let client: unknown
    try {
      client = this.#plugin.createClient(new PluginClientContext(this.#around, user))
    } catch (error) {
      throw new Error(`plugin ${this.name}: createClient: ${failureReason(error)}`, { cause: error })
    }
    const problem = findProblem(client)
    if (problem !== undefined) throw new TypeError(`plugin ${this.name}: createClient: ${problem}`)
    return client as PluginClient
  }
}

function findProblem(client: unknown): string | undefined {
  const isObject = (typeof client === 'object' && client !== null) || typeof client === 'function'
  if (!isObject) return `it returned ${client === null ? 'null' : typeof client}, which is no client`
  if (client instanceof Promise) return 'it returned a promise; what has to be waited for belongs into the methods of the client'
  const { [Symbol.asyncDispose]: later, [Symbol.dispose]: now } = client as Partial<AsyncDisposable & Disposable>
  if (typeof (later ?? now) === 'function') return undefined
  return 'its client has neither [Symbol.asyncDispose]() nor [Symbol.dispose](), and could not be told that its user has left'
}
