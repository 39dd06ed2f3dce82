import { endEntry, type Entry } from './ledger.ts'
import type { ReferenceWorld, Watched } from './reference-world.ts'
import type { Peer, Read, ScriptedConnection } from './scripted-server.ts'

// Far behind the end of every play.
const connectTimeout = 10e6

/** How a connection was closed. */
export type LineEnd = 'refused' | 'by server' | 'by us'

/** The user of a reference line. */
export interface LineOwner {
  onOpen(): void
  /** A read is over; everything in it has ended. */
  onRead(): void
  onClosed(how: LineEnd): void
  /** Whether a request is sent again over another connection, and so has not ended: the server closed this one, used before, before any byte of its response. */
  sendsAgain(entry: Entry): boolean
}

/** A connection with the plainest books: the requests in flight in order, and what ends each of them. */
export class ReferenceLine implements Peer, Watched {
  readonly flight: Entry[] = []
  readonly #world: ReferenceWorld
  readonly #owner: LineOwner
  #connection: ScriptedConnection | undefined
  #dialledAt = 0
  #watchedUntil = Infinity
  isOpen = false
  /** Whether any response came since it was opened. */
  hasResponded = false

  constructor(world: ReferenceWorld, owner: LineOwner) {
    this.#world = world
    this.#owner = owner
  }

  dial(): void {
    if (this.#connection !== undefined) return
    this.#dialledAt = this.#world.now()
    this.#connection = this.#world.server.dial(this)
    this.#watch(this.#dialledAt + connectTimeout)
  }

  send(entries: readonly Entry[]): void {
    for (const entry of entries) {
      if (Number.isNaN(entry.sentAt)) entry.sentAt = this.#world.now()
      entry.sends += 1
    }
    const [first] = entries
    if (this.flight.length === 0 && first !== undefined) this.#watch(first.sentAt + this.#world.timeout)
    this.flight.push(...entries)
    this.#connection?.request(entries.length)
  }

  /** Closes it; what is in flight is aborted, or times out where it has been in flight for that long. */
  close(): void {
    if (this.#connection === undefined) return
    const now = this.#world.now()
    this.#close('by us', ({ sentAt }) => (now - sentAt >= this.#world.timeout ? 'timeout' : 'aborted'))
  }

  expire(now: number): number {
    if (now < this.#watchedUntil) return Infinity
    this.#watchedUntil = Infinity
    const [oldest] = this.flight
    if (oldest === undefined) return Infinity
    const due = oldest.sentAt + this.#world.timeout
    if (due > now) return (this.#watchedUntil = due)
    this.timeOut()
    return Infinity
  }

  onOpen(): void {
    this.isOpen = true
    this.hasResponded = false
    this.#world.ledger.connects.push(this.#world.now() - this.#dialledAt)
    this.#owner.onOpen()
  }

  onRefused(): void {
    this.#close('refused', () => 'refused')
  }

  onRead({ bytes, statuses, isLast }: Read): void {
    const now = this.#world.now()
    this.#world.ledger.reads.push({ at: now, bytes: bytes.length })
    const [oldest] = this.flight
    if (oldest !== undefined) {
      if (Number.isNaN(oldest.firstByteAt)) oldest.firstByteAt = now
      oldest.received += bytes.length
    }
    for (const status of statuses) {
      const entry = this.flight[0]!
      if (now - entry.sentAt >= this.#world.timeout) return this.timeOut()
      this.flight.shift()
      this.hasResponded = true
      endEntry(entry, entry.judge(status), now, status)
    }
    if (isLast) this.#close('by server', () => 'closed_early')
    else if (statuses.length > 0) this.#owner.onRead()
  }

  onEnd(): void {
    this.#close('by server', () => 'closed_early')
  }

  onReset(): void {
    this.#close('by server', () => 'reset')
  }

  // A line that is watched until then is looked at soon enough.
  #watch(due: number): void {
    if (this.#watchedUntil <= due) return
    this.#world.unwatch(this)
    this.#watchedUntil = due
    this.#world.watch(this, due)
  }

  /** Late requests end as timeouts, those behind them are aborted. */
  timeOut(): void {
    const [oldest] = this.flight
    const isLate = ({ sentAt }: Entry): boolean => this.#world.now() - sentAt >= this.#world.timeout
    this.#close('by us', (entry) => (entry === oldest || isLate(entry) ? 'timeout' : 'aborted'))
  }

  #close(how: LineEnd, outcome: (entry: Entry) => 'refused' | 'closed_early' | 'reset' | 'timeout' | 'aborted'): void {
    const lost = this.flight.splice(0)
    // All are judged by the oldest before it is gone.
    const outcomes = lost.map((entry) => outcome(entry))
    this.#connection?.close()
    this.#connection = undefined
    this.isOpen = false
    this.#world.unwatch(this)
    this.#watchedUntil = Infinity
    for (const [index, entry] of lost.entries()) {
      const mayRepeat = how === 'by server' && this.hasResponded && Number.isNaN(entry.firstByteAt)
      if (!mayRepeat || !this.#owner.sendsAgain(entry)) endEntry(entry, outcomes[index]!, this.#world.now())
    }
    this.#owner.onClosed(how)
  }
}
