import { ServerSeries } from '../../../measure/recorder/server-series.ts'
import type { RequestSeries, ServerRecorders } from '../../../measure/recorder/request-series.ts'
import { createDial } from '../../wire/dial.ts'
import { deriveSeed } from '../../../model/workload/random.ts'
import { ServerTurn } from '../../../model/workload/server-turn.ts'
import { buildRequests } from '../built-requests.ts'
import { RequestChoice } from '../request-choice.ts'
import { RequestSources } from '../request-sources.ts'
import type { ConnectionsShare } from '../scenario-share.ts'
import type { Schedule } from '../schedule.ts'
import type { LoadedServer } from './server-connection.ts'

/** Where the requests of several servers are recorded. */
export interface ServersRecording {
  readonly servers: ServerRecorders
  /** Of all servers together; `undefined` where there is one request only. */
  readonly endpoints: RequestSeries | undefined
}

/** The servers of a scenario of connections on one thread: their requests, and whose turn it is. */
export class LoadServers {
  readonly all: readonly LoadedServer[]
  readonly #turn: ServerTurn
  readonly #series: readonly ServerSeries[]
  readonly #sources: readonly RequestSources[]

  private constructor(
    share: ConnectionsShare,
    all: readonly LoadedServer[],
    series: readonly ServerSeries[],
    sources: readonly RequestSources[],
  ) {
    this.all = all
    this.#series = series
    this.#sources = sources
    const { requestsBefore, part } = share
    // Each server has its own turn through the requests, so that there is no pattern to meet.
    this.#turn = new ServerTurn(all.length, 1, requestsBefore === undefined ? { thread: part.worker } : { turn: requestsBefore })
  }

  /**
   * Has autocannon build the requests for each server, whose `Host` is its own.
   *
   * @throws Error of autocannon for requests it refuses
   */
  static async create(share: ConnectionsShare, readBuffer: Buffer, recording: ServersRecording): Promise<LoadServers> {
    const { servers = [], order, requests, workload, part } = share
    const seed = deriveSeed(share.seed, `requests of thread ${part.worker}`)
    const createChoice = (): RequestChoice => new RequestChoice(order, requests.length, workload.requests, seed)
    const shared = createChoice()
    const all: LoadedServer[] = []
    const series: ServerSeries[] = []
    const sources: RequestSources[] = []
    for (const [index, { url, route }] of servers.entries()) {
      const built = await buildRequests({ url, requests, uniqueIds: share.uniqueIds })
      // In turn each server goes through the requests by itself; any other order is one for all of them together.
      const requestSources = new RequestSources(share, order === 'in-turn' ? createChoice() : shared)
      const own = new ServerSeries(recording.servers.all[index]!, recording.endpoints)
      series.push(own)
      sources.push(requestSources)
      all.push({
        index,
        dial: createDial(route, readBuffer),
        isSecure: route.tls !== undefined,
        series: own,
        source: requestSources.ofServer(built),
      })
    }
    return new LoadServers(share, all, series, sources)
  }

  /** Hears when the phases are, before the first request. */
  begin(schedule: Schedule): void {
    this.#turn.begin(schedule.runStart)
    for (const sources of this.#sources) sources.begin(schedule)
    for (const series of this.#series) series.begin(schedule.runStart)
  }

  /** The server of the next request, which is due at `now`. */
  next(now: number): number {
    return this.#turn.next(now)
  }
}
