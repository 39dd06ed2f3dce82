/** Streams that get their heartbeat in one go, before the loop does anything else. */
const batch = 100
/** Milliseconds; what is due within it is sent together. */
const resolution = 5

/** Who gets heartbeats. Its place among the others is kept here, so that moving it allocates nothing. */
export interface HeartbeatReceiver {
  sendHeartbeat(): void
  /** When the next one is due; 0 while none is. Kept by `Heartbeats`, as are its neighbours. */
  dueAt: number
  earlier: HeartbeatReceiver | undefined
  later: HeartbeatReceiver | undefined
}

/** When heartbeats are sent. */
export interface HeartbeatRules {
  /** Milliseconds. */
  readonly interval: number
  /** Whether an event puts off the next heartbeat. */
  readonly afterSilence: boolean
}

/**
 * Sends heartbeats to streams, each at its own time.
 *
 * The interval is the same for all, so a list to whose end streams are put is in the order in which they are due.
 */
export class Heartbeats {
  readonly #rules: HeartbeatRules
  readonly #now: () => number
  #first: HeartbeatReceiver | undefined
  #last: HeartbeatReceiver | undefined
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  /** @param now milliseconds that never go back */
  constructor(rules: HeartbeatRules, now: () => number = () => performance.now()) {
    this.#rules = rules
    this.#now = now
  }

  add(stream: HeartbeatReceiver): void {
    this.#append(stream, this.#now())
    this.#schedule()
  }

  /** A stream had an event. */
  noteEvent(stream: HeartbeatReceiver): void {
    if (!this.#rules.afterSilence || stream.dueAt === 0) return
    this.#unlink(stream)
    this.#append(stream, this.#now())
  }

  remove(stream: HeartbeatReceiver): void {
    if (stream.dueAt === 0) return
    this.#unlink(stream)
    stream.dueAt = 0
  }

  /** Sends what is due, but not more than the loop can bear; done by a timer. */
  sendDue(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const now = this.#now()
    for (let sent = 0; sent < batch; sent++) {
      const stream = this.#first
      if (stream === undefined || stream.dueAt > now) break
      this.#unlink(stream)
      this.#append(stream, this.#rules.afterSilence ? now : stream.dueAt)
      stream.sendHeartbeat()
    }
    this.#schedule()
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#isStopped || this.#first === undefined) return
    this.#timer = setTimeout(() => this.sendDue(), Math.max(resolution, this.#first.dueAt - this.#now()))
  }

  #append(stream: HeartbeatReceiver, from: number): void {
    stream.dueAt = from + this.#rules.interval
    stream.earlier = this.#last
    if (this.#last === undefined) this.#first = stream
    else this.#last.later = stream
    this.#last = stream
  }

  #unlink(stream: HeartbeatReceiver): void {
    const { earlier, later } = stream
    if (earlier === undefined) this.#first = later
    else earlier.later = later
    if (later === undefined) this.#last = earlier
    else later.earlier = earlier
    stream.earlier = undefined
    stream.later = undefined
  }
}
