import type { CookieStore, HttpClient } from './http/http-client.ts'
import type { PluginRequests } from './plugin-requests.ts'
import { closestName } from '../../base/errors/closest-name.ts'

/** The part of a user that the client of a plugin can use. */
export interface ClientUser {
  readonly id: number
  readonly http: HttpClient
  readonly cookies: CookieStore
  /** Aborts when the user has to stop. */
  readonly signal: AbortSignal
  /** Counts a named expectation, unless the user was stopped. */
  check(name: string, hasPassed: boolean): void
  /** Fails the current iteration, or the next one, unless the user was stopped. */
  fail(error: unknown): void
  /** Marks the user as waiting for events that the target sends by itself, until the returned function is called. */
  wait(): () => void
  /** Returns the counter of its requests over the client of the plugin with this name. */
  requests(name: string): PluginRequests
}

/** The source of the clients of one plugin for the users of one scenario on one thread. */
export interface ClientSource {
  /** Name of the plugin, under which users have their client. */
  readonly name: string
  /** @throws Error with the name of the plugin, when it cannot create a client */
  create(user: ClientUser): AsyncDisposable | Disposable
}

/** A client that is about to be disposed of. */
export interface HeldClient {
  /** Name of the plugin. */
  readonly name: string
  dispose(): Promise<void>
}

/** Clients for their disposal, the last created first, because later clients may use earlier ones. */
export function inReverse(clients: ReadonlyMap<ClientSource, AsyncDisposable | Disposable>): readonly HeldClient[] {
  return Array.from(clients, ([{ name }, client]) => ({ name, dispose: async () => await disposeOf(client) })).toReversed()
}

/** Disposes of a client. */
export async function disposeOf(client: AsyncDisposable | Disposable): Promise<void> {
  if (Symbol.asyncDispose in client) await client[Symbol.asyncDispose]()
  else client[Symbol.dispose]()
}

/** The pattern of the names of plugins. */
export const pluginNamePattern: RegExp = /^[a-z][a-z\d]*$/

// Names that are read by code that awaits an object.
const harmless: ReadonlySet<string> = new Set(['then'])

/**
 * Stands in for clients of plugins that are not in the config: each throws an error about the missing plugin when it is used.
 *
 * Reading one is harmless, because code that awaits, prints or copies an object reads names that the object does not have.
 *
 * @param members the names of the members of every user
 */
export function undeclaredClients(members: readonly string[]): object {
  return new Proxy<object>(
    {},
    {
      get(target, name, user) {
        if (typeof name === 'symbol' || name in target || harmless.has(name) || !pluginNamePattern.test(name))
          return Reflect.get(target, name, user)
        return undeclared(name, [...members, ...Object.getOwnPropertyNames(Object.getPrototypeOf(user))])
      },
    },
  )
}

/** What is said of a name that neither a user nor a plugin of the config has. */
export function missingPlugin(name: string, known: readonly string[]): { readonly message: string; readonly hint: string } {
  const meant = closestName(name, known)
  const typo = meant === undefined ? '' : `; or did you mean "${meant}"?`
  return { message: `there is no plugin "${name}" in the config`, hint: `add it: plugins: [${name}()]${typo}` }
}

function undeclared(name: string, known: readonly string[]): object {
  const refuse = (): never => {
    const { message, hint } = missingPlugin(name, known)
    throw new TypeError(`user.${name}: ${message}; ${hint}`)
  }
  return new Proxy(refuse, {
    get: (_, member) => (typeof member === 'symbol' || harmless.has(member) ? undefined : refuse()),
  })
}
