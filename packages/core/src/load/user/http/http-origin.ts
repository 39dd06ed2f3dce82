import type { SeriesRecorder } from '../../../measure/recorder/series.ts'
import { type ServerRoute, createDial, type Dial, type Route, type TlsConfig } from '../../wire/dial.ts'
import { ServerTurn } from '../../../model/workload/server-turn.ts'
import type { HttpWiring } from './http-wiring.ts'
import { basicCredentials, checkHeaderName, headerLine } from './header-fields.ts'
import { resolveAddresses, type Address } from '../../wire/address.ts'

/** What is known of an origin that is the target, or one of its servers. */
interface TargetOrigin {
  readonly route: Route
  /** Counts its requests, where it is one of several. */
  readonly server: SeriesRecorder | undefined
}

/** Where requests go: the origin of the target, or another one that a journey or a redirect names. One for each thread and scenario. */
export class HttpOrigin {
  /** Such as `http://localhost:3000`. */
  readonly url: string
  readonly isTarget: boolean
  /** Counts the requests to it, where the target is several servers. */
  readonly server: SeriesRecorder | undefined
  /** The lines of `Host` and, for the target and origins that are trusted as it is, of the scenario's headers, by their names in lower case. */
  readonly lines: ReadonlyMap<string, string>
  /** All of `lines`. */
  readonly fields: string
  readonly #wiring: HttpWiring
  readonly #isTrusted: boolean
  #dial: Dial | undefined
  #resolving: Promise<Dial> | undefined

  /** @param target of the target itself, or one of its servers; or what counts requests to any other */
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

  /** How it is dialled; `undefined` until {@link resolve} has found out. */
  get dial(): Dial | undefined {
    return this.#dial
  }

  /**
   * Finds its address, once: a failure is forgotten, so that the next request tries again.
   *
   * @throws the resolver's error when its name is not known, or that of the connection where none of its addresses takes one
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

// What the client shows of itself; whom it believes is the same everywhere.
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

/** The origins that are the target, for the users of one scenario on one thread: one, or several servers that requests are spread over. */
export class TargetOrigins {
  /** The target, or the first of its servers. */
  readonly first: HttpOrigin
  readonly all: readonly HttpOrigin[]
  /** Counts what goes to none of several servers. */
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
    // How a journey repeats its requests is unknown.
    if (servers !== undefined) this.#turn = new ServerTurn(servers.all.length, undefined, { thread: servers.thread })
  }

  /** Where all requests of a user go that name no origin; `undefined` where each goes to the next server. */
  homeOf(userId: number): HttpOrigin | undefined {
    if (this.#turn === undefined) return this.first
    return this.#isPerUser ? this.all[userId % this.all.length] : undefined
  }

  /** Where the next request goes. */
  next(): HttpOrigin {
    return (this.#turn === undefined ? undefined : this.all[this.#turn.next(Infinity)]) ?? this.first
  }
}

/**
 * Finds how an origin is reached: resolves its name once and keeps to the first of its addresses that takes a connection.
 *
 * @param tls how connections are made, as to the target; the name of its server is left out
 * @param timeout for one address, in microseconds
 * @throws the resolver's error when the name is not known, or that of the last address when none takes a connection
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
