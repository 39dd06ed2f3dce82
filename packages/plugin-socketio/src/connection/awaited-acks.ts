import { markHandled } from '@benchpress/core/plugin'
import type { WaitFailure } from './awaited-events.ts'
import type { SessionParts } from './session.ts'

/** An awaited acknowledgement; the object is reused for the next one once it has arrived. */
class AwaitedAck {
  /** Callback for the acknowledgement. */
  readonly onAck: (reply: unknown) => void
  event = ''
  /** Microseconds on the clock of the process. */
  sentAt = 0
  /** The acknowledgements before and after it that are awaited, too. */
  previous: AwaitedAck | undefined = undefined
  next: AwaitedAck | undefined = undefined
  #asked: PromiseWithResolvers<unknown> | undefined = undefined

  constructor(onAck: (ack: AwaitedAck, reply: unknown) => void) {
    this.onAck = (reply) => onAck(this, reply)
  }

  /** Starts the wait for the acknowledgement of an event. */
  begin(event: string, sentAt: number): Promise<unknown> {
    this.event = event
    this.sentAt = sentAt
    this.#asked = Promise.withResolvers<unknown>()
    return this.#asked.promise
  }

  /** Stops the wait; returns the promise that waited, `undefined` when none did. */
  end(): PromiseWithResolvers<unknown> | undefined {
    const asked = this.#asked
    this.#asked = undefined
    return asked
  }
}

/** Receives acknowledgements that did not come, and returns the error for each. */
export interface AckListener {
  onNoAck(event: string, sentAt: number, failure: WaitFailure): unknown
}

/**
 * The awaited acknowledgements of one connection, all with the same timeout.
 *
 * The memory of an acknowledgement under way is the cost of a test with many users: so there is one timer for all, objects are reused, and no rejection is
 * handled beforehand.
 */
export class AwaitedAcks {
  readonly #parts: SessionParts
  readonly #listener: AckListener
  // A list in the order in which events were sent, and so of deadlines.
  #first: AwaitedAck | undefined
  #last: AwaitedAck | undefined
  // An object for reuse, whose callback will not be called again.
  #spare: AwaitedAck | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(parts: SessionParts, listener: AckListener) {
    this.#parts = parts
    this.#listener = listener
  }

  /**
   * Sends an event, and resolves with its acknowledgement.
   *
   * @param values values of the event; the callback is appended to this array
   */
  emit<Reply>(event: string, values: unknown[]): Promise<Reply> {
    const ack = this.#spare ?? new AwaitedAck((own, reply) => this.#acknowledge(own, reply))
    this.#spare = undefined
    values.push(ack.onAck)
    const { socket, recorder, settings } = this.#parts
    const sentAt = recorder.asked(event)
    try {
      socket.emit(event, ...values)
    } catch (error) {
      recorder.unsettled(sentAt)
      throw error
    }
    const reply = ack.begin(event, sentAt)
    this.#append(ack)
    this.#timer ??= setTimeout(() => this.#expire(), settings.replyTimeout)
    return reply as Promise<Reply>
  }

  /** Fails all awaited acknowledgements, as none will come any more. */
  end(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    while (this.#first !== undefined) this.#fail(this.#first, 'ended')
  }

  #acknowledge(ack: AwaitedAck, reply: unknown): void {
    const { event, sentAt } = ack
    const asked = ack.end()
    if (asked === undefined) {
      this.#parts.recorder.late('ack', event)
      return
    }
    this.#remove(ack)
    this.#spare = ack
    this.#parts.recorder.replied(sentAt)
    asked.resolve(reply)
  }

  #expire(): void {
    this.#timer = undefined
    const { now, settings } = this.#parts
    const time = now()
    while (this.#first !== undefined) {
      const left = settings.replyTimeout - (time - this.#first.sentAt) / 1000
      if (left > 0) {
        this.#timer = setTimeout(() => this.#expire(), Math.ceil(left))
        return
      }
      this.#fail(this.#first, 'timeout')
    }
  }

  // The object is not reused, as its acknowledgement may still come.
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
