import { connect as connectTcp, type NetConnectOpts, type Socket, isIP } from 'node:net'
import type { TLSSocket, ConnectionOptions, SecureContextOptions } from 'node:tls'
import type { Address } from './address.ts'
import { AddressTurns, type AddressTurn, type Addresses } from './address-turns.ts'
import { appendFileSync } from 'node:fs'

// Milliseconds until the first keep-alive probe. Node.js sends a probe each second from then on, of which ten may get no reply.
const silenceBeforeProbe = 15_000

/** Events of a socket. After `onError` or `onEnd` nothing more is called. */
export interface SocketEvents {
  readonly resumption?: Resumption
  /** Is called when the transport is open; with TLS the handshake follows. */
  onConnect(): void
  /** Is called when the socket is ready to write. `isResumed` means that TLS resumed an earlier session. */
  onReady(isResumed?: boolean): void
  /** Is called with bytes [0, length) of the buffer, valid during the call only. */
  onRead(buffer: Buffer, length: number): void
  /** Is called when the server will send nothing more. */
  onEnd(): void
  onError(error: NodeJS.ErrnoException): void
}

/** The part of a socket that a connection uses. */
export interface WireSocket {
  /** Writes bytes, or a text with one byte for each character, which must be ASCII or Latin-1. */
  write(bytes: Uint8Array | string): void
  /** Makes the system check whether the other side is still there while nothing arrives; `onError` is called when it is not. */
  keepAlive(): void
  /** Closes at once; nothing is called afterwards. */
  destroy(): void
}

/** Opens a socket that reports to `events`. */
export type Dial = (events: SocketEvents) => WireSocket

/** The route to a target: its addresses, its host, which is also for SNI and verification, and TLS for https. */
export interface Route extends Addresses {
  readonly tls: TlsConfig | undefined
}

/** One of several servers that share the load, with its route. */
export interface ServerRoute {
  /** Name under which its requests are counted, which is its origin. */
  readonly name: string
  /** URL for `Host` and basic authentication. */
  readonly url: string
  readonly route: Route
}

/** Creates a {@link Dial} along a route. */
export type CreateDial = (route: Route) => Dial

/**
 * Creates a {@link Dial} that opens real sockets along a route, all of which read into one buffer.
 *
 * The buffer may be shared by all connections of a thread: it is used up before the next read.
 */
export function createDial(route: Route, buffer: Buffer): Dial {
  const secure = route.tls === undefined ? undefined : new SecureSockets(route, route.tls)
  const turns = AddressTurns.of(route)
  return (events) => {
    const dialled = new DialledSocket(events)
    const turn = turns?.next()
    const target = targetOf(turn?.address ?? route.address)
    const onread: NonNullable<NetConnectOpts['onread']> = { buffer, callback: readInto(buffer, dialled, turn) }
    if (secure === undefined) return dialled.listen(connectTcp({ ...target, onread, noDelay: true }))
    return dialled.listenSecurely(secure.connect({ ...target, onread }, events.resumption))
  }
}

function targetOf(address: Address): { readonly path: string } | { readonly host: string; readonly port: number } {
  return address.kind === 'unix' ? { path: address.path } : { host: address.host, port: address.port }
}

function readInto(buffer: Buffer, dialled: DialledSocket, turn: AddressTurn | undefined): (length: number) => boolean {
  if (turn === undefined) return (length) => dialled.onRead(buffer, length)
  let hasAnswered = false
  return (length) => {
    if (!hasAnswered) turn.answered += 1
    hasAnswered = true
    return dialled.onRead(buffer, length)
  }
}

/** Creates dials along any route, all of whose sockets read into one buffer. */
export function dialsInto(buffer: Buffer): CreateDial {
  return (route) => createDial(route, buffer)
}

/** One socket with its events, as small as possible because there may be tens of thousands. */
class DialledSocket implements WireSocket {
  readonly #events: SocketEvents
  #socket: Socket | undefined
  #isOver = false

  constructor(events: SocketEvents) {
    this.#events = events
  }

  listenSecurely(socket: TLSSocket): this {
    socket.once('secureConnect', () => this.#isOver || this.#events.onReady(socket.isSessionReused()))
    return this.listen(socket, true)
  }

  listen(socket: Socket, isSecure: boolean = false): this {
    this.#socket = socket
    socket.once('connect', () => this.#onConnect(socket, isSecure))
    socket.on('end', () => {
      if (this.#end()) this.#events.onEnd()
    })
    // The error listener is never removed, because a destroyed socket may still report an error.
    socket.on('error', (error) => {
      if (this.#end()) this.#events.onError(error)
    })
    return this
  }

  /** Returns whether more is to be read. */
  onRead(buffer: Buffer, length: number): boolean {
    if (!this.#isOver) this.#events.onRead(buffer, length)
    return !this.#isOver
  }

  write(bytes: Uint8Array | string): void {
    // A given encoding is looked up even for bytes.
    if (typeof bytes === 'string') this.#socket?.write(bytes, 'latin1')
    else this.#socket?.write(bytes)
  }

  keepAlive(): void {
    this.#socket?.setKeepAlive(true, silenceBeforeProbe)
  }

  destroy(): void {
    this.#end()
    this.#socket?.destroy()
  }

  #onConnect(socket: Socket, isSecure: boolean): void {
    if (this.#isOver) return
    if (isSecure) socket.setNoDelay(true)
    this.#events.onConnect()
    if (!isSecure) this.#events.onReady()
  }

  /** Returns whether it was not over yet. */
  #end(): boolean {
    const isFirst = !this.#isOver
    this.#isOver = true
    return isFirst
  }
}

const shortest = 50
const longest = 1000

/** The wait before the next attempt to connect, in milliseconds: doubled after each failure, from 50 ms to 1 s. */
export class BackOff {
  #failures = 0

  /** Returns the wait after one more failure. */
  next(): number {
    return Math.min(longest, shortest * 2 ** this.#failures++)
  }

  reset(): void {
    this.#failures = 0
  }
}

/** Settings of TLS connections. Certificates and keys are PEM texts. */
export interface TlsConfig {
  /** Accepts any certificate, which every report mentions. Default false. */
  readonly insecure?: boolean
  /** Trusted authorities, instead of Node.js' own list. */
  readonly ca?: string | readonly string[]
  /** The client's certificate chain. */
  readonly cert?: string
  /** The client's private key. */
  readonly key?: string
  readonly passphrase?: string
  /** Name for SNI and verification. Default: the host of the URL. */
  readonly servername?: string
  /**
   * Whether a connection resumes the session of an earlier one, which saves both sides most of the handshake. `never`: each connection does a full
   * handshake, like that of a new user. `perUser`: resumes the session of the same user, or of the same connection in a workload of connections.
   * Default `never`.
   */
  readonly resume?: 'never' | 'perUser'
  /** The oldest version that is offered. Default: TLSv1.2, as in Node.js. */
  readonly minVersion?: TlsVersion
  /** The newest version that is offered. Default: TLSv1.3. */
  readonly maxVersion?: TlsVersion
  /** Cipher suites in the notation of OpenSSL, instead of those of Node.js. */
  readonly ciphers?: string
  /**
   * Path of a file, such as `keys.log`, to which the keys of all connections are appended in the format of Wireshark. On the command line it is set by
   * `SSLKEYLOGFILE`.
   */
  readonly keyLogFile?: string
}

/** A version of TLS. */
export type TlsVersion = 'TLSv1' | 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3'

/** The session that one connection, or all connections of one user, may resume; the server sends it after a handshake. */
export interface Resumption {
  session: Buffer | undefined
}

/** The destination of a socket, and the buffer that it reads into. */
type Destination = Pick<NetConnectOpts, 'onread'> & ({ readonly path: string } | { readonly host: string; readonly port: number })

/** The host of a URL, for SNI and verification. */
type Named = { readonly host: string }

/** Opens TLS connections along a route, which share one context, so that certificates and keys are read once. */
class SecureSockets {
  // Loaded for routes with TLS: OpenSSL and its certificates take 5 MB of a process, and some memory in each thread.
  readonly #tls = process.getBuiltinModule('node:tls')
  readonly #options: ConnectionOptions
  readonly #resumes: boolean
  readonly #keyLogFile: string | undefined

  constructor(route: Named, config: TlsConfig) {
    this.#options = { ...peerOptions(route, config), secureContext: this.#tls.createSecureContext(contextOptions(config)) }
    this.#resumes = config.resume === 'perUser'
    this.#keyLogFile = config.keyLogFile
  }

  /** @param resumption has the session to resume, and stores the next one */
  connect(destination: Destination, resumption: Resumption | undefined): TLSSocket {
    const session = this.#resumes ? resumption?.session : undefined
    // Node.js documents onread for TLS, too, but its types do not have it.
    const socket = this.#tls.connect({ ...destination, ...this.#options, ...(session === undefined ? {} : { session }) })
    if (this.#resumes && resumption !== undefined) {
      socket.on('session', (next: Buffer) => {
        resumption.session = next
      })
    }
    if (this.#keyLogFile !== undefined) logKeys(socket, this.#keyLogFile)
    return socket
  }
}

/** Options of `tls.connect` for a route: certificates are verified unless `insecure` is set, and only HTTP/1.1 is offered. */
export function tlsOptions(route: Named, config: TlsConfig): ConnectionOptions {
  return { ...peerOptions(route, config), ...contextOptions(config) }
}

function peerOptions(route: Named, config: TlsConfig): ConnectionOptions {
  const servername = config.servername ?? (isIP(route.host) === 0 ? route.host : undefined)
  return {
    rejectUnauthorized: config.insecure !== true,
    ALPNProtocols: ['http/1.1'],
    ...(servername === undefined ? {} : { servername }),
  }
}

function contextOptions(config: TlsConfig): SecureContextOptions {
  const { ca, insecure: _insecure, servername: _servername, resume: _resume, keyLogFile: _keyLogFile, ...others } = config
  return { ...others, ...(ca === undefined ? {} : { ca: typeof ca === 'string' ? ca : [...ca] }) }
}

// With these keys the traffic can be decrypted. A full disk loses the log, but not the test.
function logKeys(socket: TLSSocket, file: string): void {
  socket.on('keylog', (line: Buffer) => {
    try {
      appendFileSync(file, line, { mode: 0o600 })
    } catch {
      socket.removeAllListeners('keylog')
    }
  })
}
