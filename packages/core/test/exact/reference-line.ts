import { nextLook, wheelWidth } from './play.ts'
import { endEntry, outcomeOf, type Entry, type Ledger } from './ledger.ts'
import type { Peer, Read, ScriptedConnection, ScriptedServer } from './scripted-server.ts'
import { playStart } from './world.ts'

/** What the reference clients of one play share. */
export class ReferenceWorld {
  readonly server: ScriptedServer
  readonly ledger: Ledger
  readonly timeout: number
  readonly #lines: ReferenceLine[] = []
  readonly #soon: (() => void)[] = []

  constructor(server: ScriptedServer, ledger: Ledger, timeout: number) {
    this.server = server
    this.ledger = ledger
    this.timeout = timeout
    this.#look()
  }

  now(): number {
    return this.server.world.now()
  }

  at(time: number, act: () => void): () => void {
    return this.server.world.at(time, act)
  }

  /** Behind what happens now. */
  soon(act: () => void): void {
    this.#soon.push(act)
  }

  add(line: ReferenceLine): void {
    this.#lines.push(line)
  }

  /** Plays until `isOver`. */
  play(begin: () => void, isOver: () => boolean): void {
    this.at(playStart, begin)
    while (!isOver() && this.server.world.advance()) for (let act = this.#soon.shift(); act !== undefined; act = this.#soon.shift()) act()
  }

  // A deadline is seen at the end of the ten milliseconds that it lies in.
  #look(): void {
    this.at(nextLook(this.now()), () => {
      for (const line of this.#lines) if (line.isLate) line.timeOut()
      this.#look()
    })
  }
}

/** What has become of a connection. */
export type LineEnd = 'refused' | 'by server' | 'by us'

/** Who uses a reference line. */
export interface LineOwner {
  onOpen(): void
  /** A read is over; everything in it has ended. */
  onRead(): void
  onClosed(how: LineEnd): void
  /** Whether a request that the server closed the connection on is sent over another one, and so has not ended. */
  sendsAgain?(entry: Entry): boolean
}

/** A connection with the plainest books: the requests in flight in order, and what ends each of them. */
export class ReferenceLine implements Peer {
  readonly flight: Entry[] = []
  readonly #world: ReferenceWorld
  readonly #owner: LineOwner
  #connection: ScriptedConnection | undefined
  #dialledAt = 0
  isOpen = false
  /** Whether anything was answered since it was opened. */
  hasAnswered = false

  constructor(world: ReferenceWorld, owner: LineOwner) {
    this.#world = world
    this.#owner = owner
    world.add(this)
  }

  dial(): void {
    if (this.#connection !== undefined) return
    this.#dialledAt = this.#world.now()
    this.#connection = this.#world.server.dial(this)
  }

  send(entries: readonly Entry[]): void {
    for (const entry of entries) {
      entry.sentAt = this.#world.now()
      entry.sends += 1
    }
    this.flight.push(...entries)
    this.#connection?.request(entries.length)
  }

  /** Closes it; what is in flight is aborted, or times out where it has been in flight for that long. */
  close(): void {
    if (this.#connection === undefined) return
    const now = this.#world.now()
    this.#close('by us', ({ sentAt }) => (now - sentAt >= this.#world.timeout ? 'timeout' : 'aborted'))
  }

  /** Whether its oldest request is late, as far as one sees that looks every ten milliseconds. */
  get isLate(): boolean {
    const due = (this.flight[0]?.sentAt ?? Infinity) + this.#world.timeout
    return Math.floor(this.#world.now() / wheelWidth) > Math.floor(due / wheelWidth)
  }

  onOpen(): void {
    this.isOpen = true
    this.hasAnswered = false
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
    if (oldest !== undefined && Number.isNaN(oldest.firstByteAt)) oldest.firstByteAt = now
    for (const status of statuses) {
      const entry = this.flight[0]!
      if (now - entry.sentAt >= this.#world.timeout) return this.timeOut()
      this.flight.shift()
      this.hasAnswered = true
      endEntry(entry, outcomeOf(status), now, status)
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

  /** What is late ends as a timeout, what stands behind it is aborted. */
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
    for (const [index, entry] of lost.entries()) {
      if (how === 'by server' && this.#owner.sendsAgain?.(entry) === true) entry.sentAt = Number.NaN
      else endEntry(entry, outcomes[index]!, this.#world.now())
    }
    this.#owner.onClosed(how)
  }
}
