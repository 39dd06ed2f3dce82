import type { HttpClient } from './http/http-client.ts'
import type { PluginRequests } from './plugin-requests.ts'

/** What a client of a plugin may know of its user, and do in its name. */
export interface ClientUser {
  readonly id: number
  readonly http: HttpClient
  /** Aborts when the user has to stop. */
  readonly signal: AbortSignal
  /** Counts a named expectation, unless the user was stopped. */
  check(name: string, hasPassed: boolean): void
  /** Says that the user waits for what the target sends by itself, until the returned function is called. */
  wait(): () => void
  /** Counts its requests over one client of a plugin; `name` is that of the plugin. */
  requests(name: string): PluginRequests
}

/** Where the users of one scenario on one thread get the clients of one plugin. */
export interface ClientSource {
  /** Of the plugin; users find their client under it. */
  readonly name: string
  /** @throws Error that names the plugin, when it has none to give */
  create(user: ClientUser): AsyncDisposable | Disposable
}
