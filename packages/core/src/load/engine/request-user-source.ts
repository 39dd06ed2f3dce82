import { ExpectedResponses } from './expected-responses.ts'
import { sumOf } from '../../base/units/count.ts'
import { endpointName } from '../http/request-config.ts'
import type { SeriesRecorder } from '../../measure/recorder/series.ts'
import type { UserRecorder } from '../../measure/recorder/user-recorder.ts'
import type { ConnectionLimits, WireThread } from '../wire/connection-owner.ts'
import { createDial, type ServerRoute } from '../wire/dial.ts'
import { ServerTurn } from '../../model/workload/choices.ts'
import { levelAt } from '../../model/workload/load-curve.ts'
import { deriveSeed } from '../../model/workload/random.ts'
import { shareOf, type UserWorkload } from '../../model/workload/workload.ts'
import { systemAlarms, type CreateAlarm } from './alarm.ts'
import { buildRequests, type BuiltRequests } from './autocannon.ts'
import { RequestChoice } from './request-source.ts'
import { Opening } from './load.ts'
import { RequestUser, type RequestUserLoad, type UserServer } from './request-user.ts'
import { type RequestAction, type UserShare, iterationsOfPart } from './scenario-share.ts'
import type { Schedule } from './schedule.ts'
import type { PlannedIteration, User, UserHost, UserSource } from './executor.ts'

/** A server as it is reached from one thread. */
interface ReachedServer extends Pick<UserServer, 'dial' | 'isSecure'> {
  readonly built: BuiltRequests
}

interface RequestUserParts extends Pick<RequestUserLoad, 'thread' | 'recorder' | 'createAlarm'> {
  readonly share: Omit<UserShare, 'action'>
  readonly action: RequestAction
  /** The servers of the share, or the only one. */
  readonly reached: readonly ReachedServer[]
}

/**
 * Creates the users of a scenario of requests on one thread.
 *
 * The connections of a closed workload's first users are opened before the test. Those of an open workload are not, because the target decides how many
 * it needs, and opening a connection is part of the wait of an arrival.
 */
export class RequestUserSource implements UserSource, RequestUserLoad {
  readonly thread: WireThread
  readonly limits: ConnectionLimits
  readonly recorder: UserRecorder
  readonly createAlarm: CreateAlarm
  readonly expected: ExpectedResponses
  readonly #backsOff: boolean
  readonly #startingUsers: number
  readonly #servers: readonly UserServer[]
  readonly #turn: ServerTurn
  readonly #series: readonly (readonly SeriesRecorder[])[]
  readonly #choice: RequestChoice
  readonly #isNumbered: boolean
  readonly #users = new Set<RequestUser>()
  readonly #opening = new Opening<RequestUser>()
  #prepared: (readonly RequestUser[])[] = []

  constructor({ share, action, thread, recorder, reached, createAlarm }: RequestUserParts) {
    const { workload, part, servers } = share
    const { requests } = action
    this.thread = thread
    this.recorder = recorder
    this.createAlarm = createAlarm
    this.limits = { pipelining: 1, timeout: share.timeout, connectTimeout: share.connectTimeout }
    this.expected = new ExpectedResponses(requests)
    // An open workload sets the rate of attempts itself, and a closed one would do nothing but try.
    this.#backsOff = workload.kind !== 'rate'
    this.#startingUsers = shareOf(usersAtStart(workload), part)
    const recorders = servers && recorder.requests.addServers(servers.map(({ name }) => name))
    this.#servers = reached.map(({ dial, isSecure, built }, index) => {
      const make: UserServer['batchOf'] = (place) => ({ bytes: built(place), tags: Uint32Array.of(place) })
      const kept = action.uniqueIds ? undefined : requests.map((_, place) => make(place))
      return { dial, isSecure, batchOf: (place) => kept?.[place] ?? make(place), series: recorders?.all[index], isLost: false }
    })
    this.#turn = new ServerTurn(reached.length, requests.length, startOf(share))
    // The figures of a single request are those of the scenario.
    this.#series = requests.map((request) => (requests.length === 1 ? [] : recorder.seriesOf(endpointName(request))))
    // Arrivals are the same for any number of threads, and so are their requests.
    this.#isNumbered = workload.kind === 'rate' && action.order !== 'one-after-another'
    const seed = deriveSeed(share.seed, this.#isNumbered ? 'requests' : `requests of thread ${part.worker}`)
    const total = this.#isNumbered && workload.kind === 'rate' ? workload.iterations : iterationsOf(share)
    this.#choice = new RequestChoice(action.order, requests.length, total, seed)
  }

  /** Builds the requests by autocannon, with the `Host` of each server. */
  static async create(
    share: UserShare,
    action: RequestAction,
    thread: WireThread,
    readBuffer: Buffer,
    recorder: UserRecorder,
  ): Promise<RequestUserSource> {
    const { url: first, route: routeOfFirst } = share
    const servers: readonly Pick<ServerRoute, 'url' | 'route'>[] = share.servers ?? [{ url: first, route: routeOfFirst }]
    const reached: ReachedServer[] = []
    for (const { url, route } of servers) {
      const built = await buildRequests({ url, requests: action.requests, uniqueIds: action.uniqueIds })
      reached.push({ dial: createDial(route, readBuffer), isSecure: route.tls !== undefined, built })
    }
    return new RequestUserSource({ share, action, thread, recorder, reached, createAlarm: systemAlarms(thread.clock) })
  }

  get opened(): number {
    let opened = 0
    for (const user of this.#users) if (user.isOpen) opened += 1
    return opened
  }

  async prepare(): Promise<void> {
    this.#prepared = Array.from({ length: this.#startingUsers }, () => this.#add())
    await this.#opening.start(this.#prepared.flat())
  }

  begin(schedule: Schedule): void {
    this.#choice.begin(schedule)
    this.#turn.begin(schedule.runStart)
  }

  create(id: number, host: UserHost): User {
    const [user, ...others] = (this.#prepared.shift() ?? this.#add()).map((each) => each.join(id, host))
    return others.length === 0 ? user! : new SpreadUser([user!, ...others], this.#turn)
  }

  journeyOf(): undefined {
    return undefined
  }

  async end(): Promise<void> {
    this.#opening.stop()
    for (const user of this.#users) user.leave()
  }

  placeOf({ globalIndex, plannedAt }: PlannedIteration): number {
    return this.#choice.next(plannedAt, this.#isNumbered ? globalIndex : undefined)
  }

  seriesOf(place: number): readonly SeriesRecorder[] {
    return this.#series[place]!
  }

  get backsOff(): boolean {
    return this.#backsOff && this.#servers.every(({ isLost }) => isLost)
  }

  onSettled(user: RequestUser): void {
    this.#opening.settled(user)
  }

  onLeft(user: RequestUser): void {
    this.#users.delete(user)
  }

  #add(): readonly RequestUser[] {
    return this.#servers.map((server) => {
      const user = new RequestUser(this, server)
      this.#users.add(user)
      return user
    })
  }
}

/** A user that sends one request in each iteration to the server whose turn it is, as a user of each server, one at a time. */
class SpreadUser implements User {
  readonly #users: readonly RequestUser[]
  readonly #turn: ServerTurn

  constructor(users: readonly RequestUser[], turn: ServerTurn) {
    this.#users = users
    this.#turn = turn
  }

  get id(): number {
    return this.#users[0]!.id
  }

  iterate(iteration: PlannedIteration, now: number): void {
    this.#users[this.#turn.next(iteration.plannedAt)]!.iterate(iteration, now)
  }

  abort(now: number): void {
    for (const user of this.#users) user.abort(now)
  }

  leave(): undefined {
    for (const user of this.#users) user.leave()
  }
}

/** Where the turns of the servers start on a thread, so that those of all threads are one sequence if the iterations are counted. */
function startOf(share: RequestUserParts['share']): { readonly turn: number } | { readonly thread: number } {
  const { workers, worker } = share.part
  if (share.workload.iterations === undefined) return { thread: worker }
  const before = Array.from({ length: worker }, (_, other) => iterationsOf({ ...share, part: { workers, worker: other } }) ?? 0)
  return { turn: sumOf(before, (iterations) => iterations) }
}

/** The number of users of all threads at the start of the scenario. */
function usersAtStart(workload: UserWorkload): number {
  if (workload.kind === 'rate') return 0
  return workload.kind === 'batch' ? workload.batch : Math.round(levelAt(workload.curve, 0))
}

/** The number of iterations of the run phase on a thread; `undefined` when a duration ends it. */
function iterationsOf({ workload, part }: Pick<UserShare, 'workload' | 'part'>): number | undefined {
  const { iterations } = workload
  if (iterations === undefined) return undefined
  if (typeof iterations === 'number') return iterationsOfPart(iterations, workload.kind === 'batch' ? workload.batch : part.workers, part)
  const users = usersAtStart(workload)
  return iterations.of === 'run' ? iterationsOfPart(iterations.count, users, part) : iterations.count * shareOf(users, part)
}
