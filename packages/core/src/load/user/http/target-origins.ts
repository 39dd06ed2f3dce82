import type { SeriesRecorder } from '../../../measure/recorder/series-recorder.ts'
import type { ServerRoute } from '../../wire/server-route.ts'
import { ServerTurn } from '../../../model/workload/server-turn.ts'
import { HttpOrigin } from './http-origin.ts'
import type { HttpWiring } from './http-wiring.ts'

/** The origins that are the target, for the users of one scenario on one thread: one, or several servers that requests are spread over. */
export class TargetOrigins {
  /** The target, or the first of its servers. */
  readonly first: HttpOrigin
  readonly all: readonly HttpOrigin[]
  /** Counts what goes to none of several servers. */
  readonly others: SeriesRecorder | undefined
  readonly #turn: ServerTurn | undefined
  readonly #isPerUser: boolean

  constructor(wiring: HttpWiring) {
    const { servers, recorder, url, route } = wiring
    this.#isPerUser = servers?.spread === 'user'
    const recorders = servers === undefined ? undefined : recorder?.addServers(servers.all.map(({ name }) => name))
    const [first = { url, route }, ...rest] = servers?.all ?? []
    const create = (server: Pick<ServerRoute, 'url' | 'route'>, index: number): HttpOrigin =>
      new HttpOrigin(new URL(server.url), wiring, { route: server.route, server: recorders?.all[index] })
    this.first = create(first, 0)
    this.all = [this.first, ...rest.map((server, index) => create(server, index + 1))]
    this.others = recorders?.others
    // A journey repeats in ways that nobody knows.
    if (servers !== undefined) this.#turn = new ServerTurn(servers.all.length, undefined, { thread: servers.thread })
  }

  /** Where all requests of a user go that name no origin; `undefined` where each goes to the next server. */
  homeOf(userId: number): HttpOrigin | undefined {
    if (this.#turn === undefined) return this.first
    return this.#isPerUser ? this.all[userId % this.all.length] : undefined
  }

  /** Where the next request goes. */
  next(): HttpOrigin {
    return (this.#turn === undefined ? undefined : this.all[this.#turn.next(Infinity)]) ?? this.first
  }
}
