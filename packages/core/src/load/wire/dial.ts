import { connect as connectTcp, type NetConnectOpts, type Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { Address } from './address.ts'
import { SecureSockets, type Resumption, type TlsConfig } from './secure-sockets.ts'

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
