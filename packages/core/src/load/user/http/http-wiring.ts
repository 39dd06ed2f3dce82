import type { UserRecorder } from '../../../measure/recorder/user-recorder.ts'
import type { WireThread } from '../../wire/connection.ts'
import type { Address } from '../../wire/address.ts'
import type { CreateDial, Route, ServerRoute, TlsConfig } from '../../wire/dial.ts'

/** What the HTTP clients of one scenario on one thread are made of. Times in microseconds. */
export interface HttpWiring {
  readonly thread: WireThread
  /** Creates what opens connections to the target, or to another origin. */
  readonly createDial: CreateDial
  /** How the target is reached. */
  readonly route: Route
  /** URL of the target, for `Host`, cookies and basic authentication. */
  readonly url: string
  readonly timeout: number
  readonly connectTimeout: number
  /** Where requests are counted; `undefined` for nowhere, as in `beforeAll`. */
  readonly recorder: UserRecorder | undefined
  /** Sent with each request to the target, unless it has its own. */
  readonly headers: Readonly<Record<string, string>>
  /** What other origins than the target's get. Default: nothing that says who the user is, over TLS as it is made with the target. */
  readonly otherOrigins?: OtherOrigins
  /** Connections of each user, or the number to an origin that all users of the thread share. */
  readonly connections: 'perUser' | { readonly pool: number; readonly queueTimeout?: number | undefined }
  /** Where the target is several servers, of which `route` and `url` are the first. */
  readonly servers?: HttpServers
}

/** Origins that a journey or a redirect may lead to, beside the target's; plain data that can cross threads. */
export interface OtherOrigins {
  /** Those that are sent the headers and shown the client's certificate, as the target is. */
  readonly trusted: readonly string[]
  /** How TLS is made with them, whether the target has it or not. */
  readonly tls: TlsConfig
}

/** Several servers that the requests of users are spread over. */
interface HttpServers {
  readonly all: readonly ServerRoute[]
  /** What goes to the next of them: each request, or each user with all its requests. */
  readonly spread: 'request' | 'user'
  /** Number of the thread, each of which begins with another server. */
  readonly thread: number
}

/** When the requests of one user are due. */
export interface PlannedTime {
  /** When a request that is asked for now was due: earlier by the send lag of the iteration for its first one, else at `now`. */
  take(now: number): number
  /** Hears that the first of its requests is in flight, or that none is any more. */
  onRequests?(hasRequests: boolean, now: number): void
  /** Hears whether one of its requests that has ended got a response. */
  onEnded?(hasResponse: boolean): void
}

/** URL that a user's clients of other protocols go to: the target's, or that of the server that is the user's by its number. */
export function targetOfUser({ url, servers }: Pick<HttpWiring, 'url' | 'servers'>, userId: number): string {
  return servers?.all[userId % servers.all.length]?.url ?? url
}

/** Where that is, as it was resolved before the test: it is not resolved again, and all connections go to the same place. */
export function addressOfUser({ route, servers }: Pick<HttpWiring, 'route' | 'servers'>, userId: number): Address {
  return (servers?.all[userId % servers.all.length]?.route ?? route).address
}
