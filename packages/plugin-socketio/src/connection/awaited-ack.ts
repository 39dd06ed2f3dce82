/** An acknowledgement that is waited for; when it has come, it can hold the next one. */
export class AwaitedAck {
  /** To be called with the acknowledgement. */
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
