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

/**
 * The awaited acknowledgements of one connection, all with the same timeout.
 *
 * The memory of an acknowledgement under way is the cost of a test with many users: so there is one timer for all, objects are reused, and no rejection is
 * handled beforehand.
 */
export class AwaitedAcks {
  readonly #parts: SessionParts
  readonly #onNoAck: (event: string, sentAt: number, failure: WaitFailure) => unknown
  // In the order in which events were sent, and so of deadlines.
  readonly #awaited = new Set<AwaitedAck>()
  // An object for reuse, whose callback will not be called again.
  #spare: AwaitedAck | undefined
  #timer: NodeJS.Timeout | undefined

  /** @param onNoAck called for each acknowledgement that did not come; returns the error for it */
  constructor(parts: SessionParts, onNoAck: (event: string, sentAt: number, failure: WaitFailure) => unknown) {
    this.#parts = parts
    this.#onNoAck = onNoAck
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
    const reply = ack.begin(event, ask(this.#parts, event, values))
    this.#awaited.add(ack)
    this.#timer ??= setTimeout(() => this.#expire(), this.#parts.settings.replyTimeout)
    return reply as Promise<Reply>
  }

  /** Fails all awaited acknowledgements, as none will come any more. */
  end(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const ack of this.#awaited) this.#fail(ack, 'ended')
  }

  #acknowledge(ack: AwaitedAck, reply: unknown): void {
    const { event, sentAt } = ack
    const asked = ack.end()
    if (asked === undefined) {
      this.#parts.recorder.late('ack', event)
      return
    }
    this.#awaited.delete(ack)
    this.#spare = ack
    this.#parts.recorder.replied(sentAt)
    asked.resolve(reply)
  }

  #expire(): void {
    this.#timer = undefined
    const { now, settings } = this.#parts
    const time = now()
    for (const ack of this.#awaited) {
      const left = settings.replyTimeout - (time - ack.sentAt) / 1000
      if (left > 0) {
        this.#timer = setTimeout(() => this.#expire(), Math.ceil(left))
        return
      }
      this.#fail(ack, 'timeout')
    }
  }

  // The object is not reused, as its acknowledgement may still come.
  #fail(ack: AwaitedAck, failure: WaitFailure): void {
    const asked = ack.end()
    this.#awaited.delete(ack)
    if (asked === undefined) return
    void markHandled(asked.promise)
    asked.reject(this.#onNoAck(ack.event, ack.sentAt, failure))
  }
}

/** Sends an event that expects a reply; returns the time. */
export function ask({ socket, recorder }: SessionParts, event: string, values: readonly unknown[]): number {
  const sentAt = recorder.asked(event)
  try {
    socket.emit(event, ...values)
  } catch (error) {
    recorder.unsettled(sentAt)
    throw error
  }
  recorder.emitted(event)
  return sentAt
}
