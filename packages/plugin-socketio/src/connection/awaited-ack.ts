/** An acknowledgement that is waited for; when it has come, it can hold the next one. */
export class AwaitedAck {
  /** To be called with the acknowledgement. */
  readonly onAck: (reply: unknown) => void
  event = ''
  /** Microseconds on the clock of the process. */
  sentAt = 0
  /** Those that were sent before and after it, and are waited for too. */
  previous: AwaitedAck | undefined = undefined
  next: AwaitedAck | undefined = undefined
  #asked: PromiseWithResolvers<unknown> | undefined = undefined

  constructor(onAck: (ack: AwaitedAck, reply: unknown) => void) {
    this.onAck = (reply) => onAck(this, reply)
  }

  /** It is waited for from now on. */
  begin(event: string, sentAt: number): Promise<unknown> {
    this.event = event
    this.sentAt = sentAt
    this.#asked = Promise.withResolvers<unknown>()
    return this.#asked.promise
  }

  /** Stops the wait; returns who waited, `undefined` when nobody did. */
  end(): PromiseWithResolvers<unknown> | undefined {
    const asked = this.#asked
    this.#asked = undefined
    return asked
  }
}
