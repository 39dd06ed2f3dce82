import { connect as connectTcp, type NetConnectOpts, type Socket, isIP } from 'node:net'
import type { TLSSocket, ConnectionOptions, SecureContextOptions } from 'node:tls'
import type { Address } from './address.ts'
import { appendFileSync } from 'node:fs'

// In milliseconds. Node.js has a probe sent each second from then on, of which ten may stay without a reply.
const silenceBeforeProbe = 15_000

/** What a socket tells its connection. After `onError` or `onEnd` nothing more is called. */
export interface SocketEvents {
  /** The TLS session to continue, where that is asked for. */
  readonly resumption?: Resumption
  /** The transport is open; with TLS the handshake follows. */
  onConnect(): void
  /** Ready to write. `isResumed` says that TLS went on with an earlier session. */
  onReady(isResumed?: boolean): void
  /** Bytes [0, length) of the buffer, valid during the call only. */
  onRead(buffer: Buffer, length: number): void
  /** The server will send nothing more. */
  onEnd(): void
  onError(error: NodeJS.ErrnoException): void
}

/** The part of a socket that a connection writes to. */
export interface WireSocket {
  /** A text is written as it is, one byte a character: it must be ASCII or Latin-1. */
  write(bytes: Uint8Array | string): void
  /** Has the system find out, where nothing arrives any more, whether the other side is still there; `onError` is called when it is not. */
  keepAlive(): void
  /** Closes at once; nothing is called afterwards. */
  destroy(): void
}

/** Opens a socket that reports to `events`. */
export type Dial = (events: SocketEvents) => WireSocket

/** How to reach a target: its address, and TLS when the URL says https. */
export interface Route {
  readonly address: Address
  /** The URL's host, for SNI and verification. */
  readonly host: string
  readonly tls: TlsConfig | undefined
}

/** One of several servers that share the load, and how it is reached. */
export interface ServerRoute {
  /** What it is counted under: its origin. */
  readonly name: string
  /** For `Host` and basic authentication. */
  readonly url: string
  readonly route: Route
}

/** Creates a {@link Dial} along a route. */
export type CreateDial = (route: Route) => Dial

/**
 * Creates a {@link Dial} that opens real sockets along a route, all of them reading into one buffer.
 *
 * The buffer may be shared by all connections of a thread: it is used up before the next read.
 */
export function createDial(route: Route, buffer: Buffer): Dial {
  const secure = route.tls === undefined ? undefined : new SecureSockets(route, route.tls)
  const target = route.address.kind === 'unix' ? { path: route.address.path } : { host: route.address.host, port: route.address.port }
  return (events) => {
    const dialled = new DialledSocket(events)
    const onread: NonNullable<NetConnectOpts['onread']> = { buffer, callback: (length: number) => dialled.onRead(buffer, length) }
    if (secure === undefined) return dialled.listen(connectTcp({ ...target, onread, noDelay: true }))
    return dialled.listenSecurely(secure.connect({ ...target, onread }, events.resumption))
  }
}

/** Creates dials along any route, all of whose sockets read into one buffer. */
export function dialsInto(buffer: Buffer): CreateDial {
  return (route) => createDial(route, buffer)
}

/** One socket on behalf of its events, with as little of its own as it can: there may be tens of thousands. */
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
    // An error listener stays for good: a socket that was destroyed may still report one.
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
    // An encoding that is given is looked up for bytes too.
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

/** How long to wait before the next attempt to connect, in milliseconds: twice as long after each failure, from 50 ms to 1 s. */
export class BackOff {
  #failures = 0

  /** The wait after one more failure. */
  next(): number {
    return Math.min(longest, shortest * 2 ** this.#failures++)
  }

  /** It worked: the next failure waits shortly again. */
  reset(): void {
    this.#failures = 0
  }
}

/** How TLS connections are made. Certificates and keys are PEM texts. */
export interface TlsConfig {
  /** Accepts any certificate; said in every report. Default false. */
  readonly insecure?: boolean
  /** Trusted authorities, in place of Node.js' own list. */
  readonly ca?: string | readonly string[]
  /** The client's certificate chain. */
  readonly cert?: string
  /** The client's private key. */
  readonly key?: string
  readonly passphrase?: string
  /** Name for SNI and verification. Default: the host of the URL. */
  readonly servername?: string
  /**
   * Whether a connection continues the session of an earlier one, which spares both sides most of the handshake. `never`: each does a whole
   * handshake, as one of a user who has not been there before. `perUser`: with that of the same user, or the same connection of a workload of
   * connections. Default `never`.
   */
  readonly resume?: 'never' | 'perUser'
  /** The oldest version that is offered. Default: that of Node.js, TLSv1.2. */
  readonly minVersion?: TlsVersion
  /** The newest version that is offered. Default: TLSv1.3. */
  readonly maxVersion?: TlsVersion
  /** Cipher suites as OpenSSL lists them, in place of those of Node.js. */
  readonly ciphers?: string
  /** Path of a file, such as `keys.log`, to which the keys of all connections are appended, as Wireshark reads them. The command line takes it from `SSLKEYLOGFILE`. */
  readonly keyLogFile?: string
}

/** A version of TLS. */
export type TlsVersion = 'TLSv1' | 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3'

/** The session that one connection, or all of one user, may continue; the server gives it after a handshake. */
export interface Resumption {
  session: Buffer | undefined
}

/** Where a socket connects to, and what it reads into. */
type Destination = Pick<NetConnectOpts, 'onread'> & ({ readonly path: string } | { readonly host: string; readonly port: number })

/** What is reached: the host of its URL, for SNI and verification. */
type Named = { readonly host: string }

/** Opens TLS connections along a route. All of them share one context: certificates and keys are read once. */
class SecureSockets {
  // Loaded for routes that need it: OpenSSL and its certificates take 5 MB of a process, and some in each thread.
  readonly #tls = process.getBuiltinModule('node:tls')
  readonly #options: ConnectionOptions
  readonly #resumes: boolean
  readonly #keyLogFile: string | undefined

  constructor(route: Named, config: TlsConfig) {
    this.#options = { ...peerOptions(route, config), secureContext: this.#tls.createSecureContext(contextOptions(config)) }
    this.#resumes = config.resume === 'perUser'
    this.#keyLogFile = config.keyLogFile
  }

  /** @param resumption holds the session to continue, and takes the one that follows */
  connect(destination: Destination, resumption: Resumption | undefined): TLSSocket {
    const session = this.#resumes ? resumption?.session : undefined
    // Node.js documents onread for TLS too, its types do not.
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

/** Options of `tls.connect` for a route: certificates are verified unless told otherwise, and only HTTP/1.1 is offered. */
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

function contextOptions({ ca, cert, key, passphrase, minVersion, maxVersion, ciphers }: TlsConfig): SecureContextOptions {
  return {
    ...(ca === undefined ? {} : { ca: typeof ca === 'string' ? ca : [...ca] }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(passphrase === undefined ? {} : { passphrase }),
    ...(minVersion === undefined ? {} : { minVersion }),
    ...(maxVersion === undefined ? {} : { maxVersion }),
    ...(ciphers === undefined ? {} : { ciphers }),
  }
}

// With them the traffic can be read. A disk that is full costs the log, not the test.
function logKeys(socket: TLSSocket, file: string): void {
  socket.on('keylog', (line: Buffer) => {
    try {
      appendFileSync(file, line, { mode: 0o600 })
    } catch {
      socket.removeAllListeners('keylog')
    }
  })
}
