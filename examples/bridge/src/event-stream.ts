import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { chunkOf } from './frame.ts'
import type { HeartbeatReceiver } from './heartbeats.ts'
import type { KeptMessages, StoredMessage } from './message-store.ts'
import { beginning, isAfter, type Position } from './position.ts'

/** A reader that is this many bytes behind is cut off, so that it cannot take all memory. */
const maxBacklog = 4 * 1024 * 1024

/** Options of a stream. */
export interface EventStreamOptions {
  readonly ids: readonly string[]
  /** The text of a heartbeat. */
  readonly heartbeat: string
  readonly headers: readonly string[]
  /** First bytes of the body. */
  readonly preamble: string
}

/** One subscription: a response whose body continues until either side ends it. */
export class EventStream implements HeartbeatReceiver {
  readonly ids: readonly string[]
  readonly openedAt: number = performance.now()
  /** Number of ids that the stream still owns. */
  idsLeft: number
  dueAt = 0
  earlier: HeartbeatReceiver | undefined
  later: HeartbeatReceiver | undefined

  readonly #response: ServerResponse
  readonly #options: EventStreamOptions
  #socket: Socket | undefined
  #chunked = true
  /** New messages that wait until older ones are sent. */
  #held: StoredMessage[] | undefined = []
  #upTo = beginning
  /** The most bytes that may wait to be sent. */
  #maxBacklog = maxBacklog

  constructor(response: ServerResponse, options: EventStreamOptions) {
    this.#response = response
    this.#options = options
    this.ids = options.ids
    this.idsLeft = new Set(options.ids).size
  }

  /** Whether nothing can be sent any more. */
  get isOver(): boolean {
    return this.#response.writableEnded || this.#response.destroyed
  }

  /**
   * Sends the head, kept messages, and messages that were held back since; from now on each message is sent as it comes.
   *
   * @returns how many messages were sent
   */
  open(kept: KeptMessages): number {
    this.#upTo = kept.upTo
    const messages = [...kept.messages, ...(this.#held ?? []).filter((message) => isAfter(message, kept.upTo))]
    this.#held = undefined
    this.#sendHead()
    const bytes = messages.reduce((all, { event }) => all + event, this.#options.preamble)
    // Kept messages are sent, whatever their size.
    this.#maxBacklog += bytes.length
    if (bytes !== '' && !this.#write(bytes)) return 0
    return messages.length
  }

  /** Sends a message, and returns the number of sent messages: 0 while messages are held back, and for one that was among the kept ones. */
  send(message: StoredMessage): number {
    if (this.#held !== undefined) {
      this.#held.push(message)
      return 0
    }
    if (!isAfter(message, this.#upTo)) return 0
    return this.#write(message.event) ? 1 : 0
  }

  sendHeartbeat(): void {
    this.#write(this.#options.heartbeat)
  }

  /** Ends the body properly. */
  end(): void {
    if (this.isOver) return
    if (this.#held !== undefined) this.open({ messages: [], upTo: endOfTime })
    this.#response.end()
  }

  #sendHead(): void {
    this.#response.writeHead(200, [...this.#options.headers])
    this.#response.flushHeaders()
    this.#chunked = this.#response.chunkedEncoding
    this.#socket = this.#response.socket ?? undefined
  }

  /** Writes to the connection; returns false when the other side is gone. */
  #write(bytes: string): boolean {
    const socket = this.#socket
    if (socket === undefined) {
      // Pipelined after a request whose response has not been sent yet.
      this.#response.write(bytes, 'latin1')
      return true
    }
    if (!socket.writable) return false
    // Written directly to the socket, since the response would write the four parts of a chunk separately.
    socket.write(this.#chunked ? chunkOf(bytes) : bytes, 'latin1')
    if (socket.writableLength > this.#maxBacklog) socket.destroy()
    return true
  }
}

const endOfTime: Position = { ms: Infinity, sequence: 0 }
