import { ServerTurn } from '../../../model/workload/choices.ts'
import type { SeriesRecorder } from '../../../measure/recorder/series.ts'
import { type ServerRoute, type Dial, type Route, type TlsConfig, type CreateDial, type Resumption } from '../../wire/dial.ts'
import { basicCredentials, checkHeaderName, headerLine } from './header-fields.ts'
import { placeOf, resolveAddresses } from '../../wire/address.ts'
import { probe } from '../../wire/probe.ts'
import type { UserRecorder } from '../../../measure/recorder/user-recorder.ts'
import { Connection } from '../../wire/connection.ts'
import type { ConnectionLimits, ConnectionOwner, WireThread } from '../../wire/connection-owner.ts'
import { CreatingMap } from '../../../measure/recorder/first-names.ts'
import { sumOf } from '../../../base/units/count.ts'

/** The facts of an origin that is the target, or one of its servers. */
interface TargetOrigin {
  readonly route: Route
  readonly server: SeriesRecorder | undefined
}

/** An origin that requests go to: that of the target, or another one of a journey or a redirect. One for each thread and scenario. */
export class HttpOrigin {
  /** The origin, such as `http://localhost:3000`. */
  readonly url: string
  readonly isTarget: boolean
  readonly wiring: HttpWiring
  opened = 0
  /** Counts the requests to the origin, if the target has several servers. */
  readonly server: SeriesRecorder | undefined
  /** The header lines by lower-case name: `Host` and, for the target and trusted origins, the scenario's headers. */
  readonly lines: ReadonlyMap<string, string>
  readonly fields: string
  readonly #isTrusted: boolean
  #dial: Dial | undefined
  #resolving: Promise<void> | undefined

  /** @param target the facts of the target or one of its servers, or the counter of requests to other origins */
  constructor(url: URL, wiring: HttpWiring, target: TargetOrigin | SeriesRecorder | undefined) {
    const isTarget = target !== undefined && 'route' in target
    this.url = url.origin
    this.isTarget = isTarget
    this.server = isTarget ? target.server : target
    this.#isTrusted = isTarget || isShared(url.origin, wiring)
    this.lines = defaultLines(url, isTarget, this.#isTrusted ? wiring.headers : {})
    this.fields = [...this.lines.values()].join('')
    this.wiring = wiring
    if (isTarget) this.#dial = wiring.createDial(target.route)
  }

  get isSecure(): boolean {
    return this.url.startsWith('https:')
  }

  /** Whether another origin may get what this one gets: both are the target, or trusted by the config. */
  trusts(origin: string): boolean {
    return this.#isTrusted && isShared(origin, this.wiring)
  }

  /** Whether connections can be opened; false until {@link resolve} has resolved it. */
  get isResolved(): boolean {
    return this.#dial !== undefined
  }

  /**
   * Creates a connection that is not open yet.
   *
   * @param resumption the TLS session that it shares with other connections; by default its own
   */
  createConnection(owner: ConnectionOwner & ConnectionLimits, resumption?: Resumption): Connection {
    if (this.#dial === undefined) throw new Error(`${this.url} was not resolved`)
    return new Connection(owner, this.wiring.thread, this.#dial, owner, resumption)
  }

  /**
   * Resolves the address of the origin once; after a failure the next request tries again.
   *
   * @throws the resolver's error for an unknown name, or that of the connection when no address takes one
   */
  resolve(): Promise<void> {
    this.#resolving ??= this.#findDial().finally(() => {
      this.#resolving = undefined
    })
    return this.#resolving
  }

  async #findDial(): Promise<void> {
    const { route: target, otherOrigins, connectTimeout } = this.wiring
    const route: Route = await findRoute(new URL(this.url), tlsOfOther(otherOrigins?.tls ?? target.tls, this.#isTrusted), connectTimeout)
    this.#dial = this.wiring.createDial(route)
  }
}

function isShared(origin: string, { url, servers, otherOrigins }: HttpWiring): boolean {
  const targets = servers?.all ?? [{ url }]
  return otherOrigins?.trusted.includes(origin) === true || targets.some((target) => new URL(target.url).origin === origin)
}

// Another origin has another name, and is told who the client is only if it is trusted. The authorities that the client trusts stay the same.
function tlsOfOther(tls: TlsConfig | undefined, isTrusted: boolean): TlsConfig {
  const { servername: _servername, ...trusted } = tls ?? {}
  const { cert: _cert, key: _key, passphrase: _passphrase, ...others } = trusted
  return isTrusted ? trusted : others
}

function defaultLines(url: URL, isTarget: boolean, headers: HttpWiring['headers']): Map<string, string> {
  const lines = new Map([['host', headerLine('host', url.host)]])
  const credentials = isTarget ? basicCredentials(url) : undefined
  if (credentials !== undefined) lines.set('authorization', headerLine('authorization', credentials))
  for (const [name, value] of Object.entries(headers)) {
    const lower = checkHeaderName(name)
    if (isTarget || lower !== 'host') lines.set(lower, headerLine(name, value))
  }
  return lines
}

/** The origins of the requests of one scenario on one thread: those of the target, which are one, or several servers that requests are spread over, and others. */
export class HttpOrigins {
  /** The target, or the first of its servers. */
  readonly first: HttpOrigin
  readonly all: readonly HttpOrigin[]
  readonly #byUrl: CreatingMap<string, HttpOrigin>
  readonly #turn: ServerTurn | undefined
  readonly #isPerUser: boolean

  constructor(wiring: HttpWiring) {
    const { servers, recorder, url, route } = wiring
    this.#isPerUser = servers?.spread === 'user'
    const recorders = servers === undefined ? undefined : recorder?.requests.addServers(servers.all.map(({ name }) => name))
    const [first = { url, route }, ...rest] = servers?.all ?? []
    const create = (server: Pick<ServerRoute, 'url' | 'route'>, index: number): HttpOrigin =>
      new HttpOrigin(new URL(server.url), wiring, { route: server.route, server: recorders?.all[index] })
    this.first = create(first, 0)
    this.all = [this.first, ...rest.map((server, index) => create(server, index + 1))]
    // Requests to none of several servers are counted together.
    this.#byUrl = new CreatingMap((origin) => new HttpOrigin(new URL(origin), wiring, recorders?.others))
    for (const origin of this.all) this.#byUrl.set(origin.url, origin)
    // The pattern of a journey's requests is unknown.
    if (servers !== undefined) this.#turn = new ServerTurn(servers.all.length, undefined, { thread: servers.thread })
  }

  get opened(): number {
    return sumOf(this.#byUrl.values(), ({ opened }) => opened)
  }

  /** The origin with a URL such as `http://localhost:3000`. */
  of(url: string): HttpOrigin {
    return this.#byUrl.of(url)
  }

  /** The origin of all requests of a user that name none; `undefined` when each goes to the next server. */
  homeOf(userId: number): HttpOrigin | undefined {
    if (this.#turn === undefined) return this.first
    return this.#isPerUser ? this.all[userId % this.all.length] : undefined
  }

  /** The origin of the next request of a user that has no home. */
  next(): HttpOrigin {
    return (this.#turn === undefined ? undefined : this.all[this.#turn.next(Infinity)]) ?? this.first
  }
}

/**
 * Finds the route to an origin: resolves its name once, and uses the first address that takes a connection.
 *
 * @param timeout the timeout for one address, in microseconds
 * @throws the resolver's error for an unknown name, or that of the last address when none takes a connection
 */
async function findRoute(url: URL, tls: TlsConfig, timeout: number): Promise<Route> {
  const { host } = placeOf(url)
  const addresses = await resolveAddresses(url)
  let failure: unknown = Object.assign(new Error(`${url.hostname} has no address`), { code: 'ENOTFOUND' })
  for (const address of addresses) {
    try {
      if (addresses.length > 1) await probe({ address, host, tls: undefined }, timeout / 1000)
      return { address, host, tls: url.protocol === 'https:' ? tls : undefined }
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

/** The settings of the HTTP clients of one scenario on one thread. Times are in microseconds. */
export interface HttpWiring {
  readonly thread: WireThread
  /** Creates dials to the target, or to another origin. */
  readonly createDial: CreateDial
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
  readonly servers?: HttpServers | undefined
}

/** Settings of the origins that a journey or a redirect may lead to besides the target, as plain data. */
interface OtherOrigins {
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
