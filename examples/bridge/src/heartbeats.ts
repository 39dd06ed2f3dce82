/** The most streams that get their heartbeat before the event loop continues. */
const batch = 100
/** Milliseconds within which due heartbeats are sent together. */
const resolution = 5

/** A receiver of heartbeats. The links of the list are kept in it, so that moving it allocates nothing. */
export interface HeartbeatReceiver {
  sendHeartbeat(): void
  /** Time when the next heartbeat is due; 0 without one. Maintained by `Heartbeats`, like the neighbours. */
  dueAt: number
  earlier: HeartbeatReceiver | undefined
  later: HeartbeatReceiver | undefined
}

/** The rules for sending heartbeats. */
export interface HeartbeatRules {
  /** Milliseconds. */
  readonly interval: number
  /** Whether an event puts off the next heartbeat. */
  readonly afterSilence: boolean
}

/**
 * Sends heartbeats to streams, each at its own time.
 *
 * All have the same interval, so that a list to which streams are appended is sorted by the time when they are due.
 */
export class Heartbeats {
  readonly #rules: HeartbeatRules
  readonly #now: () => number
  #first: HeartbeatReceiver | undefined
  #last: HeartbeatReceiver | undefined
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  /** @param now milliseconds of a monotonic clock */
  constructor(rules: HeartbeatRules, now: () => number = () => performance.now()) {
    this.#rules = rules
    this.#now = now
  }

  add(stream: HeartbeatReceiver): void {
    this.#append(stream, this.#now())
    this.#schedule()
  }

  /** Notes an event of a stream. */
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

  /** Sends due heartbeats, but no more than the event loop can bear; called by a timer. */
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
