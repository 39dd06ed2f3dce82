import type { UserWorkload } from '../../src/model/workload/workload.ts'
import { endEntry, waitAfter, type Entry, type Iteration } from './ledger.ts'
import { ReferenceLine, type LineEnd, type LineOwner } from './reference-line.ts'
import type { ReferenceWorld } from './reference-world.ts'

/** The owner of a reference user. */
export interface UserOwner {
  readonly world: ReferenceWorld
  readonly workload: UserWorkload
  /** Its iteration has ended. */
  onFree(user: ReferenceUser): void
}

/** What drives a reference user. */
export interface ReferenceUser extends PacedUser {
  readonly isBusy: boolean
  dial(): void
  start(plannedAt: number): void
  abort(): void
  leave(): void
}

/** A user that may have to wait before it starts its next iteration. */
export class PacedUser {
  readonly #world: ReferenceWorld
  // Whether its next iteration is waited for.
  #isPaced = false
  /** Calls off what is waited for. */
  protected callOff: () => void = () => {}
  /** Whether its last iteration got none of its responses; never after a single request, whose connection waits. */
  isFruitless = false
  #fruitless = 0
  #startedAt = 0
  mayStartAt = 0
  done = 0

  constructor(world: ReferenceWorld) {
    this.#world = world
  }

  /** An iteration starts: one that was waited for is followed by the next at its distance from when it was due, however late it is. */
  pace(now: number, pacing: number): void {
    this.mayStartAt = (this.#isPaced ? this.mayStartAt : now) + pacing
    this.#isPaced = false
    this.#startedAt = now
  }

  /** An iteration has ended: behind fruitless ones the next waits, from the start of the last. */
  backOff(): void {
    if (this.isFruitless) this.mayStartAt = Math.max(this.mayStartAt, this.#startedAt + waitAfter(this.#fruitless++))
    else this.#fruitless = 0
  }

  wait(act: () => void): void {
    this.#isPaced = true
    this.callOff = this.#world.at(this.mayStartAt, act)
  }
}

/** A user that sends one request at a time over a connection of its own. */
export class ReferenceRequestUser extends PacedUser implements LineOwner {
  readonly #thread: UserOwner
  readonly #line: ReferenceLine
  #entry: Entry | undefined
  #iteration: Iteration | undefined
  #failures = 0
  #mayOpenAt = 0
  #isClosing = false

  constructor(thread: UserOwner) {
    super(thread.world)
    this.#thread = thread
    this.#line = new ReferenceLine(thread.world, this)
  }

  get isBusy(): boolean {
    return this.#entry !== undefined
  }

  dial(): void {
    this.#line.hasResponded = false
    this.#line.dial()
  }

  start(plannedAt: number): void {
    const { world } = this.#thread
    this.#iteration = world.ledger.begin(plannedAt, world.now())
    this.#entry = world.ledger.start(plannedAt, world.now())
    if (this.#line.isOpen) this.#send()
    else this.#dialWhenAllowed()
  }

  sendsAgain(entry: Entry): boolean {
    entry.sentAt = Number.NaN
    return true
  }

  #dialWhenAllowed(): void {
    const { world } = this.#thread
    if (this.#mayOpenAt <= world.now() && !this.#isClosing) this.dial()
    else this.callOff = world.at(this.#mayOpenAt, () => this.dial())
  }

  abort(): void {
    this.callOff()
    const entry = this.#entry
    this.#line.close()
    if (entry?.outcome !== undefined || entry === undefined) return
    endEntry(entry, 'aborted', this.#thread.world.now())
    this.#finish()
  }

  leave(): void {
    this.callOff()
    this.#line.close()
  }

  onOpen(): void {
    this.#send()
  }

  onRead(): void {
    this.#failures = 0
    this.#finish()
  }

  onClosed(how: LineEnd): void {
    const { world, workload } = this.#thread
    if (this.#line.hasResponded) this.#failures = 0
    // An open workload itself decides how often to try.
    else if (workload.kind !== 'rate') this.#mayOpenAt = world.now() + waitAfter(this.#failures++)
    const entry = this.#entry
    if (how === 'refused' && entry !== undefined && entry.outcome === undefined) endEntry(entry, 'refused', world.now())
    // What comes next opens a connection when everything else that happens now has happened.
    this.#isClosing = true
    this.#finish()
    if (how === 'by server' && this.#entry !== undefined && this.#entry === entry) this.#dialWhenAllowed()
    this.#isClosing = false
  }

  #send(): void {
    if (this.#entry !== undefined) this.#line.send([this.#entry])
  }

  #finish(): void {
    const outcome = this.#entry?.outcome
    if (outcome === undefined || this.#iteration === undefined) return
    this.#entry = undefined
    this.#iteration.endedAt = this.#thread.world.now()
    this.#iteration.end = outcome === 'ok' ? 'completed' : outcome === 'aborted' ? 'aborted' : 'failed'
    this.#thread.onFree(this)
  }
}
