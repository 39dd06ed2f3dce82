import { judgeOf, textOf, type RequestStep, type Step } from './journey.ts'
import type { Entry, Iteration } from './ledger.ts'
import type { ReferencePool } from './reference-pool.ts'
import { PacedUser, type UserOwner } from './reference-user.ts'

/** A user that does the steps of a journey, one after the other. */
export class ReferenceJourneyUser extends PacedUser {
  readonly #thread: UserOwner
  readonly #steps: readonly Step[]
  readonly #pool: ReferencePool
  readonly #ownsPool: boolean
  #iteration: Iteration | undefined
  #entry: Entry | undefined
  // How late its iteration was started, until a request takes that over.
  #lag = 0
  #wasOk = false
  // Of the requests of its iteration.
  #hasResponse = false
  #hasLoss = false

  constructor(thread: UserOwner, steps: readonly Step[], pool: ReferencePool, ownsPool: boolean) {
    super(thread.world)
    this.#thread = thread
    this.#steps = steps
    this.#pool = pool
    this.#ownsPool = ownsPool
  }

  get isBusy(): boolean {
    return this.#iteration !== undefined
  }

  /** Connections are opened when they are needed. */
  dial(): void {}

  start(plannedAt: number): void {
    const { world } = this.#thread
    this.#iteration = world.ledger.begin(plannedAt, world.now())
    this.#lag = world.now() - plannedAt
    this.#wasOk = false
    this.#hasResponse = false
    this.#hasLoss = false
    this.#do(this.#steps)
  }

  abort(): void {
    this.callOff()
    if (this.#entry !== undefined) this.#pool.abort(this.#entry)
    this.#end('aborted')
  }

  leave(): void {
    this.callOff()
    if (this.#ownsPool) this.#pool.close()
  }

  #do([step, ...rest]: readonly Step[]): void {
    const { world } = this.#thread
    const now = world.now()
    const next = (): void => this.#do(rest)
    if (step === undefined) {
      this.#endSoon('completed')
    } else if (step.does === 'request') {
      this.#ask(step, rest)
    } else if (step.does === 'check') {
      world.ledger.checks.push({ at: now, name: step.name, passed: step.passes === 'always' || (step.passes !== 'never' && this.#wasOk) })
      next()
    } else {
      this.#lag = 0
      if (step.does === 'think') this.#think(now + step.time, next)
      else this.callOff = world.at(now + step.time, next)
    }
  }

  // The first one takes over the send lag, unless something was waited for before.
  #ask(step: RequestStep, rest: readonly Step[]): void {
    const { world } = this.#thread
    const now = world.now()
    const about = { endpoint: `GET /${step.endpoint}`, bytes: textOf(step.endpoint).length, judge: judgeOf(step) }
    const entry = world.ledger.start(now - this.#lag, now, about)
    const iteration = this.#iteration
    this.#lag = 0
    this.#entry = entry
    // Behind all that happens to connections.
    entry.onEnd = () => {
      if (entry.status === undefined) this.#hasLoss = true
      else this.#hasResponse = true
      world.soon(() => {
        if (this.#iteration !== iteration) return
        this.#entry = undefined
        this.#wasOk = entry.outcome === 'ok'
        const isEnd = step.endsIteration === 'unless ok' ? !this.#wasOk : entry.status === undefined && step.endsIteration === 'when lost'
        if (isEnd) this.#endSoon('failed')
        else this.#do(rest)
      })
    }
    this.#pool.ask(entry)
  }

  // Timers count milliseconds.
  #think(end: number, next: () => void): void {
    const { world } = this.#thread.world.server
    const look = (): void => {
      const now = world.now()
      if (now < end) {
        this.callOff = world.timer(Math.ceil((end - now) / 1000), look)
      } else {
        this.#thread.world.ledger.overshoots.push({ at: now, time: now - end })
        next()
      }
    }
    look()
  }

  #endSoon(end: Iteration['end']): void {
    const iteration = this.#iteration
    this.#thread.world.soon(() => {
      if (this.#iteration === iteration) this.#end(end)
    })
  }

  #end(end: Iteration['end']): void {
    if (this.#iteration === undefined) return
    this.#iteration.end = end
    this.#iteration.endedAt = this.#thread.world.now()
    this.#iteration = undefined
    this.#entry = undefined
    this.isFruitless = !this.#hasResponse && (end === 'failed' || this.#hasLoss)
    this.#thread.onFree(this)
  }
}
