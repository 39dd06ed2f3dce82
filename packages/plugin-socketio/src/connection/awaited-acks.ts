import { markHandled } from '@benchpress/core/plugin'
import type { Socket } from 'socket.io-client'
import { AwaitedAck } from './awaited-ack.ts'
import type { WaitFailure } from './awaited-events.ts'

/** Is notified how the wait for an acknowledgement ended, and says why one did not come. */
export interface AckListener {
  /** An event is about to be sent; returns the time, in microseconds on the clock of the process. */
  onAsk(event: string): number
  /** It could not be sent. */
  onUnsent(sentAt: number): void
  onAck(sentAt: number): void
  onNoAck(event: string, sentAt: number, failure: WaitFailure): unknown
  /** It came when the wait for it was over. */
  onLateAck(event: string): void
}

/**
 * The acknowledgements that one connection waits for, each as long as any other.
 *
 * What is held for each of them while it is on its way is what a test of many users costs: so there is one timer for all, which is not set
 * again for each, what one was held with holds the next, and nobody is told of a rejection beforehand.
 */
export class AwaitedAcks {
  readonly #socket: Socket
  readonly #listener: AckListener
  readonly #timeout: number
  readonly #now: () => number
  // In the order in which they were sent, and so in that of their deadlines.
  #first: AwaitedAck | undefined
  #last: AwaitedAck | undefined
  // One that was acknowledged, and will not be called again.
  #spare: AwaitedAck | undefined
  #timer: NodeJS.Timeout | undefined

  /** @param timeout milliseconds */
  constructor(socket: Socket, listener: AckListener, timeout: number, now: () => number) {
    this.#socket = socket
    this.#listener = listener
    this.#timeout = timeout
    this.#now = now
  }

  /**
   * Sends an event, and resolves with what it is acknowledged with.
   *
   * @param values belong to this call, and are added to
   */
  emit<Reply>(event: string, values: unknown[]): Promise<Reply> {
    const ack = this.#spare ?? new AwaitedAck((own, reply) => this.#acknowledge(own, reply))
    this.#spare = undefined
    values.push(ack.onAck)
    const sentAt = this.#listener.onAsk(event)
    try {
      this.#socket.emit(event, ...values)
    } catch (error) {
      this.#listener.onUnsent(sentAt)
      throw error
    }
    const reply = ack.begin(event, sentAt)
    this.#append(ack)
    this.#timer ??= setTimeout(() => this.#expire(), this.#timeout)
    return reply as Promise<Reply>
  }

  /** None comes any more. */
  end(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    while (this.#first !== undefined) this.#fail(this.#first, 'ended')
  }

  #acknowledge(ack: AwaitedAck, reply: unknown): void {
    const { event, sentAt } = ack
    const asked = ack.end()
    if (asked === undefined) {
      this.#listener.onLateAck(event)
      return
    }
    this.#remove(ack)
    this.#spare = ack
    this.#listener.onAck(sentAt)
    asked.resolve(reply)
  }

  #expire(): void {
    this.#timer = undefined
    const now = this.#now()
    while (this.#first !== undefined) {
      const left = this.#timeout - (now - this.#first.sentAt) / 1000
      if (left > 0) {
        this.#timer = setTimeout(() => this.#expire(), Math.ceil(left))
        return
      }
      this.#fail(this.#first, 'timeout')
    }
  }

  // It is not used again: its acknowledgement may still come.
  #fail(ack: AwaitedAck, failure: WaitFailure): void {
    const asked = ack.end()
    this.#remove(ack)
    if (asked === undefined) return
    void markHandled(asked.promise)
    asked.reject(this.#listener.onNoAck(ack.event, ack.sentAt, failure))
  }

  #append(ack: AwaitedAck): void {
    ack.previous = this.#last
    if (this.#last === undefined) this.#first = ack
    else this.#last.next = ack
    this.#last = ack
  }

  #remove(ack: AwaitedAck): void {
    const { previous, next } = ack
    if (previous === undefined) this.#first = next
    else previous.next = next
    if (next === undefined) this.#last = previous
    else next.previous = previous
    ack.previous = undefined
    ack.next = undefined
  }
}
