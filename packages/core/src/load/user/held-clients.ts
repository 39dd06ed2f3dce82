import type { ClientSource, ClientUser } from './client-source.ts'

/** A client that is about to be disposed of. */
export interface HeldClient {
  /** Of its plugin. */
  readonly name: string
  dispose(): Promise<void>
}

/** The clients of plugins that one user has, each created when it is asked for first. */
export class HeldClients {
  readonly #clients = new Map<ClientSource, AsyncDisposable | Disposable>()

  get count(): number {
    return this.#clients.size
  }

  find(source: ClientSource): object | undefined {
    return this.#clients.get(source)
  }

  create(source: ClientSource, user: ClientUser): object {
    const client = source.create(user)
    this.#clients.set(source, client)
    return client
  }

  /** Those it has, the last created first: the later ones may be made of the earlier ones. */
  inReverse(): readonly HeldClient[] {
    return Array.from(this.#clients, ([{ name }, client]) => ({ name, dispose: async () => await disposeOf(client) })).toReversed()
  }
}

async function disposeOf(client: AsyncDisposable | Disposable): Promise<void> {
  if (Symbol.asyncDispose in client) await client[Symbol.asyncDispose]()
  else client[Symbol.dispose]()
}
