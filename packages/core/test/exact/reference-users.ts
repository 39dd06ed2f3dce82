import { Arrivals } from '../../src/model/workload/schedule.ts'
import { lengthOf } from '../../src/model/workload/load-curve.ts'
import type { RateWorkload, UserWorkload } from '../../src/model/workload/workload.ts'
import { Ledger, sharesOf, waitAfter } from './ledger.ts'
import { playSeed, serverOf, stopOf, type Played } from './played.ts'
import { ReferenceWorld } from './reference-world.ts'
import { ReferenceJourneyUser } from './reference-journey-user.ts'
import { ReferencePool } from './reference-pool.ts'
import { ReferenceRequestUser, type ReferenceUser, type UserOwner } from './reference-user.ts'
import type { ScriptedServer } from './scripted-server.ts'
import { playStart } from './world.ts'

export type PlayedUsers = Played & { readonly workload: UserWorkload }

/** Plays a test of users with clients that follow the documents alone, and keeps a ledger. */
export function referToUsers(played: PlayedUsers): { ledger: Ledger; requests: ScriptedServer['requests'] } {
  const ledger = new Ledger()
  const server = serverOf(played)
  const world = new ReferenceWorld(server, ledger, played.timeout)
  const threads = Array.from({ length: played.threads }, (_, worker) => new ReferenceThread(world, played, worker))
  world.play(
    () => {
      for (const thread of threads) thread.begin()
    },
    () => threads.every((thread) => thread.isDrained),
  )
  return { ledger, requests: server.requests }
}

/** Who is on a thread, and when they start what. */
class ReferenceThread implements UserOwner {
  readonly world: ReferenceWorld
  readonly workload: UserWorkload
  readonly #played: PlayedUsers
  readonly #shared: ReferencePool | undefined
  readonly #worker: number
  readonly #threads: number
  readonly #prepared: ReferenceUser[] = []
  readonly #users = new Set<ReferenceUser>()
  readonly #free: ReferenceUser[] = []
  readonly #planned: number[]
  readonly #runEnd: number
  #left: number
  #underWay = 0
  // Of the batch that is under way, or was last.
  #batchAt = 0
  #isFruitless = false
  #fruitless = 0
  #isOver = false
  isDrained = false

  constructor(world: ReferenceWorld, played: PlayedUsers, worker: number) {
    const { workload, threads, stopAt } = played
    this.world = world
    this.workload = workload
    this.#worker = worker
    this.#threads = threads
    this.#played = played
    this.#shared = this.#createPool()
    this.#left = this.#shareOfCount()
    this.#planned = workload.kind === 'rate' ? plannedBy(workload, worker, threads) : []
    this.#runEnd = stopOf({ ...played, stopAt: undefined })
    const atStart = workload.kind === 'rate' ? 0 : (sharesOf(levelOf(workload), threads)[worker] ?? 0)
    for (let user = 0; user < atStart; user++) this.#prepared.push(this.#createUser())
    for (const user of this.#prepared) user.dial()
    if (this.#runEnd < Infinity) world.at(this.#runEnd, () => this.#stop())
    if (stopAt !== undefined) world.at(playStart + stopAt, () => this.#stop())
  }

  begin(): void {
    if (this.workload.kind === 'rate') return this.#startDue()
    for (const user of this.#prepared) this.#users.add(user)
    if (this.workload.kind === 'batch') this.#startBatch()
    else for (const user of this.#prepared) this.#next(user)
    this.#finishWithoutUsers()
    this.#check()
  }

  /** A user's iteration has ended. */
  onFree(user: ReferenceUser): void {
    const { workload } = this
    if (workload.kind === 'users') {
      user.backOff()
      this.#next(user)
    } else if (workload.kind === 'batch') {
      this.#endInBatch(user)
    } else {
      if (this.#isOver || !workload.reuseUsers) this.#leave(user)
      else this.#free.push(user)
      this.#startDue()
    }
    this.#check()
  }

  // Behind a batch without any response the next one waits, from when it started.
  #endInBatch(user: ReferenceUser): void {
    this.#underWay -= 1
    if (!user.isFruitless) this.#isFruitless = false
    if (this.#isOver) return this.#leave(user)
    if (this.#underWay > 0) return
    const mayStartAt = this.#isFruitless ? this.#batchAt + waitAfter(this.#fruitless++) : 0
    if (!this.#isFruitless) this.#fruitless = 0
    if (mayStartAt > this.world.now()) this.world.at(mayStartAt, () => this.#startBatch())
    else this.world.soon(() => this.#startBatch())
  }

  #createUser(): ReferenceUser {
    const { journey } = this.#played
    if (journey === undefined) return new ReferenceRequestUser(this)
    const pool = this.#shared ?? new ReferencePool(this.world, 1, Infinity)
    return new ReferenceJourneyUser(this, journey, pool, this.#shared === undefined)
  }

  // Each thread has one at least.
  #createPool(): ReferencePool | undefined {
    const { connections = 'perUser', timeout } = this.#played
    if (connections === 'perUser') return undefined
    const share = sharesOf(connections.pool, this.#threads)[this.#worker] ?? 0
    return new ReferencePool(this.world, Math.max(1, share), connections.queueTimeout ?? timeout)
  }

  #shareOfCount(): number {
    const { iterations } = this.workload
    if (iterations === undefined || this.workload.kind === 'rate') return Infinity
    if (typeof iterations !== 'number' && iterations.of === 'user') return Infinity
    // Each user does as many as the others, and those of the first users one more.
    const users = levelOf(this.workload)
    const total = typeof iterations === 'number' ? iterations : iterations.count
    return sharesOf(total, users).reduce((sum, share, user) => sum + (user % this.#threads === this.#worker ? share : 0), 0)
  }

  // In the warm-up as many as there is time for.
  #take(): boolean {
    const now = this.world.now()
    if (this.#isOver || now >= this.#runEnd) return false
    if (now < playStart + this.workload.warmup) return true
    if (this.#left === 0) return false
    this.#left -= 1
    return true
  }

  #next(user: ReferenceUser): void {
    const { workload, world } = this
    if (workload.kind !== 'users' || !this.#users.has(user)) return
    const most = workload.iterations?.of === 'user' ? workload.iterations.count : Infinity
    const now = world.now()
    if (this.#isOver || now >= this.#runEnd || user.done >= most) this.#leave(user)
    else if (now < user.mayStartAt) user.wait(() => this.#next(user))
    else if (this.#take()) {
      if (now >= playStart + workload.warmup) user.done += 1
      user.pace(now, workload.pacing)
      user.start(now)
      if (this.#left === 0) this.#finish()
    } else this.#leave(user)
  }

  #startBatch(): void {
    if (this.#isOver) return
    const members = [...this.#users].filter(() => this.#take())
    this.#underWay = members.length
    this.#batchAt = this.world.now()
    this.#isFruitless = true
    for (const user of members) user.start(this.world.now())
    if ((this.#left === 0 || this.#users.size === 0) && this.world.now() < this.#runEnd && !this.#mayJoin()) this.#finish()
    this.#check()
  }

  // A thread without users has nothing to do as long as a duration runs.
  #mayJoin(): boolean {
    return this.#users.size === 0 && this.#runEnd < Infinity
  }

  // A due iteration starts when the thread is awake, with the user who became free last, or with a further one.
  #startDue(): void {
    const { workload, world } = this
    if (workload.kind !== 'rate' || this.#isOver) return
    const now = world.now()
    const most = sharesOf(workload.maxUsers, this.#threads)[this.#worker] ?? 0
    for (let due = this.#planned[0]; due !== undefined && due <= now; due = this.#planned[0]) {
      this.#planned.shift()
      const user = this.#free.pop() ?? (this.#users.size < most ? this.#join() : undefined)
      if (user !== undefined) user.start(due)
      else this.#drop(due)
    }
    const [next] = this.#planned
    if (next !== undefined) world.at(next, () => this.#startDue())
    else if (this.#runEnd === Infinity) this.#finish()
  }

  // The requests that a journey would have sent are unknown.
  #drop(due: number): void {
    const { ledger } = this.world
    ledger.droppedIterations.push(due)
    if (this.#played.journey === undefined) ledger.dropped.push(due)
  }

  #join(): ReferenceUser {
    const user = this.#createUser()
    this.#users.add(user)
    return user
  }

  #stop(): void {
    if (this.isDrained) return
    // Iterations that were due before the end belong to the run phase.
    if (this.world.now() >= this.#runEnd) this.#startDue()
    this.#finish()
    this.world.at(this.world.now() + this.workload.gracefulStop, () => {
      for (const user of this.#users) user.abort()
    })
  }

  #finish(): void {
    if (!this.#isOver) this.world.ledger.overAt.push(this.world.now())
    this.#isOver = true
    for (const user of this.#users) if (!user.isBusy) this.#leave(user)
    this.#check()
  }

  #leave(user: ReferenceUser): void {
    if (!this.#users.delete(user)) return
    user.leave()
    this.#check()
    this.#finishWithoutUsers()
  }

  // As long as a duration runs somebody may still join.
  #finishWithoutUsers(): void {
    if (this.#users.size === 0 && this.#runEnd === Infinity && this.workload.kind === 'users') this.#finish()
  }

  #check(): void {
    if (!this.#isOver || this.#users.size > 0) return
    this.isDrained = true
    this.#shared?.close()
  }
}

function levelOf(workload: UserWorkload): number {
  return workload.kind === 'batch' ? workload.batch : workload.curve.from
}

/** When the arrivals of a thread are due: of even ones the plan is worked out here, of random ones it is taken for granted. */
function plannedBy(workload: RateWorkload, worker: number, threads: number): number[] {
  const { curve, warmup, iterations = Infinity, arrivals } = workload
  const runStart = playStart + warmup
  const planned: number[] = []
  if (arrivals === 'poisson') {
    const plan = new Arrivals(workload, { worker, workers: threads }, playSeed)
    for (; plan.dueAt < Infinity; plan.advance()) planned.push(runStart + plan.dueAt)
    return planned
  }
  const gap = 1e6 / curve.from
  const inWarmup = Math.ceil(warmup / gap - 1e-6)
  const inRun = Math.min(iterations, Math.ceil(lengthOf(curve) / gap - 1e-6))
  for (let index = worker; index < inWarmup + inRun; index += threads) {
    planned.push(index < inWarmup ? playStart + index * gap : runStart + (index - inWarmup) * gap)
  }
  return planned
}
