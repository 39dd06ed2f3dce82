import type { UserRecorder } from '../../../measure/recorder/user-recorder.ts'
import type { WireThread } from '../../wire/connection.ts'
import { createDial } from '../../wire/dial.ts'
import { ServerTurn } from '../../../model/workload/server-turn.ts'
import { systemAlarms } from '../alarm.ts'
import { buildRequests } from '../built-requests.ts'
import { createRequestChoice, iterationsOf, RequestUsers } from '../request-users.ts'
import type { UserAction, UserShare } from '../scenario-share.ts'
import type { Schedule } from '../schedule.ts'
import type { User, UserHost, UserSource } from '../user.ts'
import { ServersReach } from './servers-reach.ts'
import { SpreadUser } from './spread-user.ts'

type RequestAction = Extract<UserAction, { kind: 'requests' }>

/** Creates the users of a scenario of requests that go to several servers in turn, on one thread. */
export class SpreadUsers implements UserSource {
  readonly #sources: readonly RequestUsers[]
  readonly #turn: ServerTurn

  private constructor(sources: readonly RequestUsers[], turn: ServerTurn) {
    this.#sources = sources
    this.#turn = turn
  }

  /**
   * Has autocannon build the requests for each server, whose `Host` is its own.
   *
   * @param readBuffer what all connections of the thread read into
   * @throws Error of autocannon for requests it refuses
   */
  static async create(
    share: UserShare,
    action: RequestAction,
    thread: WireThread,
    readBuffer: Buffer,
    recorder: UserRecorder,
  ): Promise<SpreadUsers> {
    const { servers = [] } = share
    const recorders = recorder.addServers(servers.map(({ name }) => name))
    const choice = createRequestChoice(share, action)
    const reach = new ServersReach(servers.length)
    const createAlarm = systemAlarms(thread.clock)
    const sources: RequestUsers[] = []
    for (const [index, { url, route }] of servers.entries()) {
      const built = await buildRequests({ url, requests: action.requests, uniqueIds: action.uniqueIds })
      const dial = createDial(route, readBuffer)
      const ofServer = { index, series: recorders.all[index]!, choice, reach }
      sources.push(new RequestUsers({ share: { ...share, url, route }, action, thread, dial, recorder, built, createAlarm, ofServer }))
    }
    return new SpreadUsers(sources, new ServerTurn(servers.length, action.requests.length, startOf(share)))
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
