import type { UserRecorder } from '../../../measure/recorder/user-recorder.ts'
import type { WireThread } from '../../wire/connection.ts'
import type { Address } from '../../wire/address.ts'
import type { CreateDial, Route, ServerRoute, TlsConfig } from '../../wire/dial.ts'

/** The settings of the HTTP clients of one scenario on one thread. Times are in microseconds. */
export interface HttpWiring {
  readonly thread: WireThread
  /** Creates dials to the target, or to another origin. */
  readonly createDial: CreateDial
  /** How the target is reached. */
  readonly route: Route
  /** URL of the target, for `Host`, cookies and basic authentication. */
  readonly url: string
  readonly timeout: number
  readonly connectTimeout: number
  /** Counts requests; `undefined` when they are not counted, as in `beforeAll`. */
  readonly recorder: UserRecorder | undefined
  /** Headers that are sent with each request to the target, unless the request has its own. */
  readonly headers: Readonly<Record<string, string>>
  /** Settings of other origins. Default: nothing that identifies the user is sent, over TLS as with the target. */
  readonly otherOrigins?: OtherOrigins
  /** Connections of each user, or the number of connections to an origin that all users of the thread share. */
  readonly connections: 'perUser' | { readonly pool: number; readonly queueTimeout?: number | undefined }
  /** The servers of the target, if there are several; `route` and `url` are those of the first. */
  readonly servers?: HttpServers
}

/** Settings of the origins that a journey or a redirect may lead to besides the target, as plain data. */
export interface OtherOrigins {
  /** Origins that get the headers and the client's certificate, like the target. */
  readonly trusted: readonly string[]
  /** TLS settings for these origins, whether or not the target uses TLS. */
  readonly tls: TlsConfig
}

/** Several servers that the requests of users are spread over. */
interface HttpServers {
  readonly all: readonly ServerRoute[]
  /** Whether each request goes to the next server, or each user with all its requests. */
  readonly spread: 'request' | 'user'
  /** Number of the thread; each thread begins with another server. */
  readonly thread: number
}

/** The due times of the requests of one user. */
export interface PlannedTime {
  /** Returns when a request that is called now was due: earlier by the send lag for the first request of an iteration, otherwise `now`. */
  take(now: number): number
  /** Is called when the first request of the user is in flight, or none is any more. */
  onRequests?(hasRequests: boolean, now: number): void
  /** Is called when a request has ended, with whether it got a response. */
  onEnded?(hasResponse: boolean): void
}

/** The target URL of a user's clients of other protocols: that of the target, or of the server that the user's number selects. */
export function targetOfUser({ url, servers }: Pick<HttpWiring, 'url' | 'servers'>, userId: number): string {
  return servers?.all[userId % servers.all.length]?.url ?? url
}

/** The address of this URL as resolved before the test, so that all connections go to the same place. */
export function addressOfUser({ route, servers }: Pick<HttpWiring, 'route' | 'servers'>, userId: number): Address {
  return (servers?.all[userId % servers.all.length]?.route ?? route).address
}
