import type { ConnectionsWorkload } from '../../src/model/workload/workload.ts'
import { endEntry, Ledger, sharesOf, waitAfter, type Entry } from './ledger.ts'
import { serverOf, type Played } from './played.ts'
import { ReferenceLine, type LineEnd, type LineOwner } from './reference-line.ts'
import { ReferenceWorld } from './reference-world.ts'
import type { ScriptedServer } from './scripted-server.ts'
import { playStart } from './world.ts'

/** Plays a test of connections with a client that follows the documents alone, and keeps a ledger. */
export function referToConnections(played: Played & { readonly workload: ConnectionsWorkload }): {
  ledger: Ledger
  requests: ScriptedServer['requests']
} {
  const ledger = new Ledger()
  const server = serverOf(played)
  const world = new ReferenceWorld(server, ledger, played.timeout)
  const { connections, requests } = played.workload
  const counts = requests === undefined ? undefined : sharesOf(requests, played.threads)
  const threads = sharesOf(connections, played.threads).map((count, thread) => new ReferenceThread(world, played, count, counts?.[thread]))
  world.play(
    () => {
      for (const thread of threads) thread.begin()
    },
    () => threads.every((thread) => thread.isDrained),
  )
  return { ledger, requests: server.requests }
}

class ReferenceThread {
  readonly world: ReferenceWorld
  readonly #workload: ConnectionsWorkload
  readonly #slots: ReferenceSlot[]
  readonly #runEnd: number
  #left: number
  isStarted = false
  isDrained = false
  #isStopped = false
  #isOver = false

  constructor(
    world: ReferenceWorld,
    { workload, stopAt }: Played & { workload: ConnectionsWorkload },
    connections: number,
    count = Infinity,
  ) {
    this.world = world
    this.#workload = workload
    this.#left = count
    this.#runEnd = playStart + workload.warmup + (workload.duration ?? Infinity)
    this.#slots = Array.from({ length: connections }, () => new ReferenceSlot(this))
    for (const slot of this.#slots) slot.dial()
    if (this.#runEnd < Infinity) world.at(this.#runEnd, () => this.#stop())
    if (stopAt !== undefined) world.at(playStart + stopAt, () => this.#stop())
  }

  get pipelining(): number {
    return this.#workload.pipelining
  }

  /** Whether a connection is refilled when nothing is in flight on it any more. */
  get isWhole(): boolean {
    return this.#workload.refill === 'batch'
  }

  /** Whether nothing more is to be sent. */
  get isOver(): boolean {
    return this.#isStopped || this.world.now() >= this.#runEnd || this.#left === 0
  }

  begin(): void {
    this.isStarted = true
    for (const slot of this.#slots) slot.fill()
    this.check()
  }

  /** How many of the wanted requests may be sent now. */
  take(wanted: number): number {
    if (this.#isStopped || this.world.now() >= this.#runEnd) return 0
    if (this.world.now() < playStart + this.#workload.warmup) return wanted
    const taken = Math.min(wanted, this.#left)
    this.#left -= taken
    return taken
  }

  check(): void {
    if (!this.isStarted || !this.isOver || this.isDrained) return
    if (!this.#isOver) this.world.ledger.overAt.push(this.world.now())
    this.#isOver = true
    if (this.#slots.some((slot) => slot.inFlight > 0)) return
    this.isDrained = true
    for (const slot of this.#slots) slot.close()
  }

  #stop(): void {
    if (this.isDrained) return
    this.#isStopped = true
    this.world.at(this.world.now() + this.#workload.gracefulStop, () => {
      for (const slot of this.#slots) slot.close()
      this.check()
    })
    this.check()
  }
}

/** One connection that is always full. */
class ReferenceSlot implements LineOwner {
  readonly #thread: ReferenceThread
  readonly #line: ReferenceLine
  /** A request that waits for the next connection, to be sent again; its time runs from when it was sent first. */
  #again: Entry | undefined
  #failures = 0

  constructor(thread: ReferenceThread) {
    this.#thread = thread
    this.#line = new ReferenceLine(thread.world, this)
  }

  get inFlight(): number {
    return this.#line.flight.length + (this.#again === undefined ? 0 : 1)
  }

  dial(): void {
    if (this.#mayOpen) this.#line.dial()
  }

  close(): void {
    this.#line.close()
    this.#endAgain('aborted')
  }

  sendsAgain(entry: Entry): boolean {
    if (this.#thread.pipelining > 1) return false
    this.#again = entry
    return true
  }

  fill(): void {
    if (!this.#line.isOpen || !this.#thread.isStarted) return
    const now = this.#thread.world.now()
    const room = this.#thread.isWhole && this.inFlight > 0 ? 0 : this.#thread.pipelining - this.inFlight
    const count = this.#thread.take(room)
    this.#line.send(Array.from({ length: count }, () => this.#thread.world.ledger.start(now, now)))
    this.#thread.check()
  }

  onOpen(): void {
    if (this.#again === undefined) return this.fill()
    this.#line.send([this.#again])
    this.#again = undefined
  }

  onRead(): void {
    this.fill()
  }

  onClosed(how: LineEnd): void {
    const { world } = this.#thread
    const now = world.now()
    // One that was due finds no connection.
    if (how === 'refused' && !this.#endAgain('refused') && this.#thread.isStarted && this.#thread.take(1) === 1) {
      const entry = world.ledger.start(now, now)
      entry.sentAt = now
      endEntry(entry, 'refused', now)
    }
    this.#thread.check()
    if (!this.#mayOpen) return
    if (this.#line.hasResponded) {
      this.#line.hasResponded = false
      this.#failures = 0
      world.soon(() => this.dial())
    } else {
      world.at(now + waitAfter(this.#failures++), () => this.dial())
    }
  }

  get #mayOpen(): boolean {
    return this.#again !== undefined || !(this.#thread.isStarted && this.#thread.isOver)
  }

  #endAgain(outcome: 'refused' | 'aborted'): boolean {
    if (this.#again === undefined) return false
    endEntry(this.#again, outcome, this.#thread.world.now())
    this.#again = undefined
    return true
  }
}
