import type { UserRecorder } from '../../../measure/recorder/user-recorder.ts'
import type { WireThread } from '../../wire/connection-owner.ts'
import { ServerTurn } from '../../../model/workload/choices.ts'
import { createRequestChoice, iterationsOf, RequestUserSource } from '../request-user-source.ts'
import type { RequestAction, UserShare } from '../scenario-share.ts'
import type { Schedule } from '../schedule.ts'
import type { User, UserHost, UserSource, PlannedIteration } from '../executor.ts'
import { ServersReach } from './server-slot.ts'
import type { IterationEnd } from '../../../measure/recorder/iterations.ts'
import type { RequestUser } from '../request-user.ts'

/** Creates the users of a scenario of requests that go to several servers in turn, on one thread. */
export class SpreadUserSource implements UserSource {
  readonly #sources: readonly RequestUserSource[]
  readonly #turn: ServerTurn

  private constructor(sources: readonly RequestUserSource[], turn: ServerTurn) {
    this.#sources = sources
    this.#turn = turn
  }

  /** Builds the requests for each server by autocannon, with the `Host` of the server. */
  static async create(
    share: UserShare,
    action: RequestAction,
    thread: WireThread,
    readBuffer: Buffer,
    recorder: UserRecorder,
  ): Promise<SpreadUserSource> {
    const { servers = [] } = share
    const recorders = recorder.addServers(servers.map(({ name }) => name))
    const choice = createRequestChoice(share, action)
    const reach = new ServersReach(servers.length)
    const sources: RequestUserSource[] = []
    for (const [index, { url, route }] of servers.entries()) {
      const ofServer = { index, series: recorders.all[index]!, choice, reach }
      sources.push(await RequestUserSource.create({ ...share, url, route, ofServer }, action, thread, readBuffer, recorder))
    }
    return new SpreadUserSource(sources, new ServerTurn(servers.length, action.requests.length, startOf(share)))
  }

  get opened(): number {
    return this.#sources.reduce((sum, { opened }) => sum + opened, 0)
  }

  async prepare(): Promise<void> {
    await Promise.all(this.#sources.map((source) => source.prepare()))
  }

  begin(schedule: Schedule): void {
    this.#turn.begin(schedule.runStart)
    for (const source of this.#sources) source.begin(schedule)
  }

  create(id: number, host: UserHost): User {
    return new SpreadUser(id, host, this.#turn, (own) => this.#sources.map((source) => source.create(id, own)))
  }

  journeyOf(): undefined {
    return undefined
  }

  async end(): Promise<void> {
    for (const source of this.#sources) await source.end()
  }
}

function startOf(share: UserShare): { readonly turn: number } | { readonly thread: number } {
  const { workers, worker } = share.part
  const before = Array.from({ length: worker }, (_, other) => iterationsOf({ ...share, part: { workers, worker: other } }))
  if (share.workload.iterations === undefined) return { thread: worker }
  return { turn: before.reduce<number>((sum, iterations = 0) => sum + iterations, 0) }
}

/** A user that sends one request in each iteration to the server whose turn it is, as a user of each server, one at a time. */
class SpreadUser implements User, UserHost {
  readonly id: number
  readonly #users: readonly RequestUser[]
  readonly #turn: ServerTurn
  readonly #host: UserHost

  /** @param create creates the users of all servers */
  constructor(id: number, host: UserHost, turn: ServerTurn, create: (host: UserHost) => readonly RequestUser[]) {
    this.id = id
    this.#host = host
    this.#turn = turn
    this.#users = create(this)
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

  onIterationEnd(_user: User, end: IterationEnd, now: number, reason?: string, stops?: boolean): void {
    this.#host.onIterationEnd(this, end, now, reason, stops)
  }
}
