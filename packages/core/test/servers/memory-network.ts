import type { Dial, SocketEvents, WireSocket } from '../../src/load/wire/dial.ts'

/** How a dial of a {@link MemoryNetwork} ends: `held` leaves it to the test. */
export type Welcome = 'accept' | 'refuse' | 'held'

/** One socket in memory with both of its ends: the connection writes to it, the test is its server. */
export class MemorySocket implements WireSocket {
  readonly #events: SocketEvents
  readonly #buffer = Buffer.alloc(16 * 1024)
  #isOpening = true
  #isOpen = false
  #written = ''

  constructor(events: SocketEvents) {
    this.#events = events
  }

  /** Whether the connection still holds it, open or opening. */
  get isHeld(): boolean {
    return this.#isOpen || this.#isOpening
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** All that was written, as text. */
  get written(): string {
    return this.#written
  }

  /** The requests that were written, by their first lines. */
  get requests(): string[] {
    return this.#written
      .split('\r\n\r\n')
      .slice(0, -1)
      .map((request) => request.split('\r\n', 1)[0] ?? '')
  }

  write(bytes: Uint8Array): void {
    if (!this.#isOpen) throw new Error('written to a socket that is not open')
    this.#written += Buffer.from(bytes).toString('latin1')
  }

  /** Whether the connection asked for it to be probed. */
  isKeptAlive = false

  keepAlive(): void {
    this.isKeptAlive = true
  }

  destroy(): void {
    this.#isOpening = false
    this.#isOpen = false
  }

  /** Opens it; `handshake` is what happens between the connection and its being ready to write. */
  accept(handshake = (): void => {}): void {
    if (!this.#isOpening) return
    this.#isOpening = false
    this.#isOpen = true
    this.#events.onConnect()
    handshake()
    this.#events.onReady()
  }

  /** Sends text of the server's to the connection. */
  send(text: string): void {
    if (this.#isOpen) this.#events.onRead(this.#buffer, this.#buffer.write(text, 'latin1'))
  }

  /** The server will send nothing more. */
  end(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#events.onEnd()
  }

  /** The connection breaks, or cannot be opened. */
  fail(code: string): void {
    if (!this.isHeld) return
    this.destroy()
    this.#events.onError(Object.assign(new Error(`connect ${code}`), { code }))
  }
}

/** Any number of sockets in memory; as with real ones, a dial returns before it succeeds or fails. */
export class MemoryNetwork {
  readonly sockets: MemorySocket[] = []
  /** When each socket was dialled, in milliseconds of the real clock. */
  readonly dialledAt: number[] = []
  welcome: Welcome = 'accept'

  get open(): MemorySocket[] {
    return this.sockets.filter((socket) => socket.isOpen)
  }

  /** The socket that was dialled last. */
  get last(): MemorySocket {
    const last = this.sockets.at(-1)
    if (last === undefined) throw new Error('nothing has been dialled yet')
    return last
  }

  readonly dial: Dial = (events) => {
    const socket = new MemorySocket(events)
    this.sockets.push(socket)
    this.dialledAt.push(performance.now())
    const { welcome } = this
    if (welcome !== 'held') queueMicrotask(() => (welcome === 'accept' ? socket.accept() : socket.fail('ECONNREFUSED')))
    return socket
  }
}
