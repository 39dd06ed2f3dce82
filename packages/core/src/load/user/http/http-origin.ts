import type { SeriesRecorder } from '../../../measure/recorder/series.ts'
import { type ServerRoute, createDial, type Dial, type Route, type TlsConfig } from '../../wire/dial.ts'
import { ServerTurn } from '../../../model/workload/server-turn.ts'
import type { HttpWiring } from './http-wiring.ts'
import { basicCredentials, checkHeaderName, headerLine } from './header-fields.ts'
import { resolveAddresses, type Address } from '../../wire/address.ts'

/** The facts of an origin that is the target, or one of its servers. */
interface TargetOrigin {
  readonly route: Route
  /** Counts its requests, if it is one of several servers. */
  readonly server: SeriesRecorder | undefined
}

/** An origin that requests go to: that of the target, or another one of a journey or a redirect. One for each thread and scenario. */
export class HttpOrigin {
  /** The origin, such as `http://localhost:3000`. */
  readonly url: string
  readonly isTarget: boolean
  /** Counts the requests to the origin, if the target has several servers. */
  readonly server: SeriesRecorder | undefined
  /** The header lines by lower-case name: `Host` and, for the target and trusted origins, the scenario's headers. */
  readonly lines: ReadonlyMap<string, string>
  /** All of `lines` as one text. */
  readonly fields: string
  readonly #wiring: HttpWiring
  readonly #isTrusted: boolean
  #dial: Dial | undefined
  #resolving: Promise<Dial> | undefined

  /** @param target the facts of the target or one of its servers, or the counter of requests to other origins */
  constructor(url: URL, wiring: HttpWiring, target: TargetOrigin | SeriesRecorder | undefined) {
    const isTarget = target !== undefined && 'route' in target
    this.url = url.origin
    this.isTarget = isTarget
    this.server = isTarget ? target.server : target
    this.#isTrusted = isTarget || wiring.otherOrigins?.trusted.includes(url.origin) === true
    this.lines = defaultLines(url, isTarget, this.#isTrusted ? wiring.headers : {})
    this.fields = [...this.lines.values()].join('')
    this.#wiring = wiring
    if (isTarget) this.#dial = wiring.createDial(target.route)
  }

  get isSecure(): boolean {
    return this.url.startsWith('https:')
  }

  /** Opens sockets to the origin; `undefined` until {@link resolve} has resolved it. */
  get dial(): Dial | undefined {
    return this.#dial
  }

  /**
   * Resolves the address of the origin once; after a failure the next request tries again.
   *
   * @throws the resolver's error for an unknown name, or that of the connection when no address takes one
   */
  resolve(): Promise<Dial> {
    this.#resolving ??= this.#findDial().finally(() => {
      this.#resolving = undefined
    })
    return this.#resolving
  }

  async #findDial(): Promise<Dial> {
    const { route: target, otherOrigins, connectTimeout } = this.#wiring
    const tls = otherOrigins?.tls ?? target.tls
    const route: Route = await findRoute(new URL(this.url), this.#isTrusted ? tls : withoutIdentity(tls), connectTimeout)
    this.#dial = this.#wiring.createDial(route)
    return this.#dial
  }
}

// Removes the client's certificate, but keeps the trusted authorities.
function withoutIdentity(tls: TlsConfig | undefined): TlsConfig {
  const { cert: _cert, key: _key, passphrase: _passphrase, ...rest } = tls ?? {}
  return rest
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

/** The origins of the target for the users of one scenario on one thread: one, or several servers that requests are spread over. */
export class TargetOrigins {
  /** The target, or the first of its servers. */
  readonly first: HttpOrigin
  readonly all: readonly HttpOrigin[]
  /** Counts requests to none of several servers. */
  readonly others: SeriesRecorder | undefined
  readonly #turn: ServerTurn | undefined
  readonly #isPerUser: boolean

  constructor(wiring: HttpWiring) {
    const { servers, recorder, url, route } = wiring
    this.#isPerUser = servers?.spread === 'user'
    const recorders = servers === undefined ? undefined : recorder?.addServers(servers.all.map(({ name }) => name))
    const [first = { url, route }, ...rest] = servers?.all ?? []
    const create = (server: Pick<ServerRoute, 'url' | 'route'>, index: number): HttpOrigin =>
      new HttpOrigin(new URL(server.url), wiring, { route: server.route, server: recorders?.all[index] })
    this.first = create(first, 0)
    this.all = [this.first, ...rest.map((server, index) => create(server, index + 1))]
    this.others = recorders?.others
    // The pattern of a journey's requests is unknown.
    if (servers !== undefined) this.#turn = new ServerTurn(servers.all.length, undefined, { thread: servers.thread })
  }

  /** The origin of all requests of a user that name none; `undefined` when each goes to the next server. */
  homeOf(userId: number): HttpOrigin | undefined {
    if (this.#turn === undefined) return this.first
    return this.#isPerUser ? this.all[userId % this.all.length] : undefined
  }

  /** The origin of the next request. */
  next(): HttpOrigin {
    return (this.#turn === undefined ? undefined : this.all[this.#turn.next(Infinity)]) ?? this.first
  }
}

/**
 * Finds the route to an origin: resolves its name once, and uses the first address that takes a connection.
 *
 * @param tls the TLS settings of the target, without the name of its server
 * @param timeout the timeout for one address, in microseconds
 * @throws the resolver's error for an unknown name, or that of the last address when none takes a connection
 */
async function findRoute(url: URL, tls: TlsConfig | undefined, timeout: number): Promise<Route> {
  const addresses = await resolveAddresses(url)
  const address = addresses.length === 1 ? addresses[0] : await firstOpen(addresses, timeout)
  if (address === undefined) throw Object.assign(new Error(`${url.hostname} has no address`), { code: 'ENOTFOUND' })
  return { address, host: url.hostname.replace(/^\[(.*)\]$/, '$1'), tls: url.protocol === 'https:' ? withoutName(tls) : undefined }
}

function withoutName(tls: TlsConfig | undefined): TlsConfig {
  const { servername: _, ...rest } = tls ?? {}
  return rest
}

async function firstOpen(addresses: readonly Address[], timeout: number): Promise<Address | undefined> {
  let failure: unknown
  for (const address of addresses) {
    try {
      await probe(address, timeout)
      return address
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

function probe(address: Address, timeout: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const socket = createDial(
    { address, host: '', tls: undefined },
    Buffer.alloc(1),
  )({
    onConnect: resolve,
    onReady: () => {},
    onRead: () => {},
    onEnd: () => {},
    onError: reject,
  })
  const timer = setTimeout(() => reject(Object.assign(new Error('connect timeout'), { code: 'ETIMEDOUT' })), timeout / 1000)
  return promise.finally(() => {
    clearTimeout(timer)
    socket.destroy()
  })
}
