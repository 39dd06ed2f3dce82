import { tellsNoBody, type ResolvedRequest } from '../http/request-config.ts'
import { startAutocannon, type AutocannonClient, type AutocannonOptions, type AutocannonRun, type RequestToBuild } from './autocannon.ts'
import type { ConnectionsShare } from './scenario-share.ts'
import type { RequestBatch } from '../wire/connection.ts'
import { RequestPlaces, type RequestOrder } from '../../model/workload/request-places.ts'
import { unscheduled, type Schedule } from './schedule.ts'

/** The bytes of the requests of a scenario, by their places. */
export interface BuiltRequests {
  of(place: number): Buffer
}

/** Rebuilds a request by autocannon, with a unique id, each time it is read. */
export class RebuiltRequests implements BuiltRequests {
  readonly #iterator: AutocannonClient['requestIterator']

  constructor(iterator: AutocannonClient['requestIterator']) {
    this.#iterator = iterator
  }

  of(place: number): Buffer {
    this.#iterator.setRequest(this.#iterator.requests[place]!)
    return this.#iterator.currentRequest.requestBuffer
  }
}

/** Requests that were built once. */
export class KeptRequests implements BuiltRequests {
  readonly #requests: readonly Buffer[]

  constructor(requests: readonly Buffer[]) {
    this.#requests = requests
  }

  of(place: number): Buffer {
    return this.#requests[place]!
  }
}

type RequestsOfShare = Pick<ConnectionsShare, 'url' | 'requests' | 'uniqueIds'>

/**
 * Creates clients of autocannon, which build the requests of a scenario but do not connect: our own connections do.
 *
 * @throws Error of autocannon for requests it refuses
 */
export async function createClients(
  { url, requests, uniqueIds }: RequestsOfShare,
  { connections, pipelining }: Pick<AutocannonOptions, 'connections' | 'pipelining'>,
  onClient: (client: AutocannonClient) => void,
): Promise<AutocannonRun> {
  const setupClient = (client: AutocannonClient): void => {
    onClient(client)
    client._connect = () => {}
    client._destroyConnection = () => {}
  }
  return await startAutocannon({
    url,
    connections,
    pipelining,
    idReplacement: uniqueIds,
    requests: requestsToBuild(requests),
    setupClient,
  })
}

/**
 * Builds the requests of a scenario by autocannon, to be sent without its clients.
 *
 * @throws Error of autocannon for requests it refuses
 */
export async function buildRequests(share: RequestsOfShare): Promise<BuiltRequests> {
  const clients: AutocannonClient[] = []
  const autocannon = await createClients(share, { connections: 1, pipelining: 1 }, (client) => void clients.push(client))
  await autocannon.stop()
  const { requestIterator } = clients[0]!
  return share.uniqueIds
    ? new RebuiltRequests(requestIterator)
    : new KeptRequests(requestIterator.requests.map(({ requestBuffer }) => requestBuffer))
}

/** The requests of a scenario as autocannon takes them. */
function requestsToBuild(requests: readonly ResolvedRequest[]): RequestToBuild[] {
  return requests.map(({ method, path, headers, body }) => ({
    method,
    path,
    headers: body === undefined && tellsNoBody(method) ? { ...headers, 'content-length': '0' } : headers,
    ...(body === undefined ? {} : { body: Buffer.from(body.buffer, body.byteOffset, body.byteLength) }),
  }))
}

/** Requests that go out in one write, built as bytes. */
export interface ByteBatch extends RequestBatch {
  readonly bytes: Uint8Array
}

/**
 * Chooses the request of a scenario that is sent next on one thread.
 *
 * The run phase follows the configured order from its beginning; the warm-up takes all requests in turn, whatever the order.
 */
export class RequestChoice {
  readonly #places: RequestPlaces
  readonly #requests: number
  #schedule = unscheduled
  #warmedUp = 0
  #chosen = 0

  /** @param total the requests of the run phase; `undefined` when a duration ends it */
  constructor(order: RequestOrder, requests: number, total: number | undefined, seed: number) {
    this.#places = new RequestPlaces(order, requests, total, seed)
    this.#requests = requests
  }

  begin(schedule: Schedule): void {
    this.#schedule = schedule
  }

  /**
   * The place of the next request, which is due at `plannedAt`.
   *
   * @param number the number of the request in the order; default the thread's own count
   */
  next(plannedAt: number, number?: number): number {
    const { runStart, runEnd } = this.#schedule
    if (plannedAt < runStart) return this.#warmedUp++ % this.#requests
    return this.#places.placeOf(number ?? this.#chosen++, (plannedAt - runStart) / (runEnd - runStart))
  }
}
