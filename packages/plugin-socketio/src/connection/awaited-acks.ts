import { markHandled } from '@benchpress/core/plugin'
import type { WaitFailure } from './awaited-events.ts'
import type { SessionParts } from './session.ts'

/** An awaited acknowledgement. */
interface AwaitedAck extends PromiseWithResolvers<unknown> {
  readonly event: string
  /** Microseconds on the clock of the process. */
  sentAt: number
}

/**
 * The awaited acknowledgements of one connection, all with the same timeout.
 *
 * The memory of an acknowledgement under way is the cost of a test with many users: so there is one timer for all, and no rejection is handled beforehand.
 */
export class AwaitedAcks {
  readonly #parts: SessionParts
  readonly #onNoAck: (event: string, sentAt: number, failure: WaitFailure) => unknown
  // In the order in which events were sent, and so of deadlines.
  readonly #awaited = new Set<AwaitedAck>()
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
    const ack: AwaitedAck = { ...Promise.withResolvers<unknown>(), event, sentAt: 0 }
    values.push((reply: unknown) => this.#acknowledge(ack, reply))
    ack.sentAt = ask(this.#parts, event, values)
    this.#awaited.add(ack)
    this.#timer ??= setTimeout(() => this.#expire(), this.#parts.settings.replyTimeout)
    return ack.promise as Promise<Reply>
  }

  /** Fails all awaited acknowledgements, as none will come any more. */
  end(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const ack of this.#awaited) this.#fail(ack, 'ended')
  }

  #acknowledge(ack: AwaitedAck, reply: unknown): void {
    const { recorder } = this.#parts
    if (!this.#awaited.delete(ack)) {
      recorder.late('ack', ack.event)
      return
    }
    recorder.replied(ack.sentAt)
    ack.resolve(reply)
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

  #fail(ack: AwaitedAck, failure: WaitFailure): void {
    this.#awaited.delete(ack)
    void markHandled(ack.promise)
    ack.reject(this.#onNoAck(ack.event, ack.sentAt, failure))
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
