import type { Socket } from 'socket.io-client'
import type { WaitFailure } from './awaited-events.ts'
import { maybeUnheard } from './maybe-unheard.ts'

/** Hears what became of acknowledgements, and says why one did not come. */
export interface AckListener {
  /** @param sentAt microseconds on the clock of the process */
  onAck(event: string, sentAt: number): void
  onNoAck(event: string, failure: WaitFailure): unknown
}

interface AwaitedAck extends PromiseWithResolvers<unknown> {
  readonly event: string
  readonly sentAt: number
}

/**
 * The acknowledgements that one connection waits for, each as long as any other.
 *
 * What is held for each of them while it is on its way is what a test of many users costs: so there is one timer for all, which is not set
 * again for each, and nobody is told of a rejection beforehand.
 */
export class AwaitedAcks {
  readonly #socket: Socket
  readonly #listener: AckListener
  readonly #timeout: number
  readonly #now: () => number
  // In the order in which they were sent, and so in that of their deadlines.
  #waiting: Set<AwaitedAck> | undefined
  #timer: NodeJS.Timeout | undefined

  /** @param timeout milliseconds */
  constructor(socket: Socket, listener: AckListener, timeout: number, now: () => number) {
    this.#socket = socket
    this.#listener = listener
    this.#timeout = timeout
    this.#now = now
  }

  /** Sends an event, and resolves with what it is acknowledged with. */
  emit<Answer>(event: string, values: readonly unknown[]): Promise<Answer> {
    const waiting = (this.#waiting ??= new Set())
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const ack: AwaitedAck = { event, sentAt: this.#now(), promise, resolve, reject }
    this.#socket.emit(event, ...values, (answer: unknown) => this.#acknowledge(ack, answer))
    waiting.add(ack)
    this.#timer ??= setTimeout(() => this.#expire(), this.#timeout)
    return promise as Promise<Answer>
  }

  /** None comes any more. */
  end(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const ack of this.#waiting ?? []) this.#fail(ack, 'ended')
  }

  #acknowledge(ack: AwaitedAck, answer: unknown): void {
    // One that comes too late is none.
    if (this.#waiting?.delete(ack) !== true) return
    this.#listener.onAck(ack.event, ack.sentAt)
    ack.resolve(answer)
  }

  #expire(): void {
    this.#timer = undefined
    const now = this.#now()
    for (const ack of this.#waiting ?? []) {
      const left = this.#timeout - (now - ack.sentAt) / 1000
      if (left > 0) {
        this.#timer = setTimeout(() => this.#expire(), Math.ceil(left))
        return
      }
      this.#fail(ack, 'timeout')
    }
  }

  #fail(ack: AwaitedAck, failure: WaitFailure): void {
    this.#waiting?.delete(ack)
    void maybeUnheard(ack.promise)
    ack.reject(this.#listener.onNoAck(ack.event, failure))
  }
}
