import { ExpectedResponses } from './expected-responses.ts'
import { endpointName } from '../http/request-config.ts'
import type { SeriesRecorder } from '../../measure/recorder/series.ts'
import type { UserRecorder } from '../../measure/recorder/user-recorder.ts'
import type { Closing } from '../../model/metrics/outcome.ts'
import type { ConnectionLimits, WireThread } from '../wire/connection-owner.ts'
import { createDial, type Dial } from '../wire/dial.ts'
import { levelAt } from '../../model/workload/load-curve.ts'
import { deriveSeed } from '../../model/workload/random.ts'
import { shareOf, type UserWorkload } from '../../model/workload/workload.ts'
import { systemAlarms, type CreateAlarm } from './alarm.ts'
import { buildRequests, type BuiltRequests } from './autocannon.ts'
import { RequestChoice, type ByteBatch } from './request-source.ts'
import { Opening } from './load.ts'
import { RequestUser, type RequestUserLoad } from './request-user.ts'
import { type RequestAction, type UserShare, iterationsOfPart } from './scenario-share.ts'
import type { Schedule } from './schedule.ts'
import type { ServersReach } from './servers/server-slot.ts'
import type { PlannedIteration, UserHost, UserSource } from './executor.ts'

/** What the users of one of several servers have in addition. */
interface ServerPart {
  /** Its place among the servers. */
  readonly index: number
  /** Counts the requests to the server. */
  readonly series: SeriesRecorder
  /** The choice of the next request, over all servers. */
  readonly choice: RequestChoice
  readonly reach: ServersReach
}

/** The parts of the users of a scenario of requests. */
interface RequestUserParts extends Pick<RequestUserLoad, 'thread' | 'dial' | 'recorder' | 'createAlarm'> {
  readonly share: Omit<UserShare, 'action'>
  readonly action: RequestAction
  readonly built: BuiltRequests
  /** Set for one of several servers. */
  readonly ofServer?: ServerPart | undefined
}

/**
 * Creates the users of a scenario of requests on one thread.
 *
 * The connections of a closed workload's first users are opened before the test. Those of an open workload are not, because the target decides how many
 * it needs, and opening a connection is part of the wait of an arrival.
 */
export class RequestUserSource implements UserSource, RequestUserLoad {
  readonly thread: WireThread
  readonly dial: Dial
  readonly limits: ConnectionLimits
  readonly recorder: UserRecorder
  readonly createAlarm: CreateAlarm
  readonly isSecure: boolean
  readonly expected: ExpectedResponses
  readonly server: SeriesRecorder | undefined
  readonly #backsOff: boolean
  readonly #ofServer: ServerPart | undefined
  readonly #startingUsers: number
  readonly #built: BuiltRequests
  readonly #batches: readonly ByteBatch[] | undefined
  readonly #series: readonly (readonly SeriesRecorder[])[]
  readonly #choice: RequestChoice
  readonly #isNumbered: boolean
  readonly #users = new Set<RequestUser>()
  readonly #opening = new Opening<RequestUser>()
  #prepared: RequestUser[] = []

  constructor({ share, action, thread, dial, recorder, built, createAlarm, ofServer }: RequestUserParts) {
    const { workload, part } = share
    const { requests } = action
    this.thread = thread
    this.dial = dial
    this.recorder = recorder
    this.createAlarm = createAlarm
    this.limits = { pipelining: 1, timeout: share.timeout, connectTimeout: share.connectTimeout }
    this.isSecure = share.route.tls !== undefined
    this.expected = new ExpectedResponses(requests)
    // An open workload sets the rate of attempts itself, and a closed one would do nothing but try.
    this.#backsOff = workload.kind !== 'rate'
    this.server = ofServer?.series
    this.#ofServer = ofServer
    this.#startingUsers = shareOf(usersAtStart(workload), part)
    this.#built = built
    this.#batches = action.uniqueIds ? undefined : requests.map((_, place) => batchOf(built, place))
    // The figures of a single request are those of the scenario.
    this.#series = requests.map((request) => (requests.length === 1 ? [] : recorder.seriesOf(endpointName(request))))
    this.#isNumbered = isNumbered(share, action)
    this.#choice = ofServer?.choice ?? createRequestChoice(share, action)
  }

  /** Builds the requests by autocannon, with the `Host` of the URL of the share. */
  static async create(
    share: Omit<UserShare, 'action'> & { readonly ofServer?: ServerPart },
    action: RequestAction,
    thread: WireThread,
    readBuffer: Buffer,
    recorder: UserRecorder,
  ): Promise<RequestUserSource> {
    const built = await buildRequests({ url: share.url, requests: action.requests, uniqueIds: action.uniqueIds })
    const [dial, createAlarm] = [createDial(share.route, readBuffer), systemAlarms(thread.clock)]
    return new RequestUserSource({ share, action, thread, dial, recorder, built, createAlarm, ofServer: share.ofServer })
  }

  get opened(): number {
    let opened = 0
    for (const user of this.#users) if (user.isOpen) opened += 1
    return opened
  }

  async prepare(): Promise<void> {
    this.#prepared = Array.from({ length: this.#startingUsers }, () => this.#add())
    await this.#opening.start(this.#prepared)
  }

  begin(schedule: Schedule): void {
    this.#choice.begin(schedule)
  }

  create(id: number, host: UserHost): RequestUser {
    return (this.#prepared.shift() ?? this.#add()).join(id, host)
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

  batchOf(place: number): ByteBatch {
    return this.#batches?.[place] ?? batchOf(this.#built, place)
  }

  seriesOf(place: number): readonly SeriesRecorder[] {
    return this.#series[place]!
  }

  onResponded(): void {
    this.#ofServer?.reach.responded(this.#ofServer.index)
  }

  backsOffAfter({ by }: Closing): boolean {
    if (this.#ofServer === undefined) return this.#backsOff
    if (by === 'server') this.#ofServer.reach.failed(this.#ofServer.index)
    return this.#backsOff && this.#ofServer.reach.isLost
  }

  onSettled(user: RequestUser): void {
    this.#opening.settled(user)
  }

  onLeft(user: RequestUser): void {
    this.#users.delete(user)
  }

  #add(): RequestUser {
    const user = new RequestUser(this)
    this.#users.add(user)
    return user
  }
}

/** Creates the choice of requests for the users of a scenario on one thread. */
export function createRequestChoice(share: RequestUserParts['share'], action: RequestAction): RequestChoice {
  const { workload, part } = share
  const numbered = isNumbered(share, action)
  const seed = deriveSeed(share.seed, numbered ? 'requests' : `requests of thread ${part.worker}`)
  const total = numbered && workload.kind === 'rate' ? workload.iterations : iterationsOf(share)
  return new RequestChoice(action.order, action.requests.length, total, seed)
}

// Arrivals are the same for any number of threads, and so are their requests.
function isNumbered({ workload }: RequestUserParts['share'], { order }: RequestAction): boolean {
  return workload.kind === 'rate' && order !== 'one-after-another'
}

function batchOf(built: BuiltRequests, place: number): ByteBatch {
  return { bytes: built(place), tags: Uint32Array.of(place) }
}

/** The number of users of all threads at the start of the scenario. */
function usersAtStart(workload: UserWorkload): number {
  if (workload.kind === 'rate') return 0
  return workload.kind === 'batch' ? workload.batch : Math.round(levelAt(workload.curve, 0))
}

/** The number of iterations of the run phase on a thread; `undefined` when a duration ends it. */
export function iterationsOf({ workload, part }: Pick<UserShare, 'workload' | 'part'>): number | undefined {
  const { iterations } = workload
  if (iterations === undefined) return undefined
  if (typeof iterations === 'number') return iterationsOfPart(iterations, workload.kind === 'batch' ? workload.batch : part.workers, part)
  const users = usersAtStart(workload)
  return iterations.of === 'run' ? iterationsOfPart(iterations.count, users, part) : iterations.count * shareOf(users, part)
}
