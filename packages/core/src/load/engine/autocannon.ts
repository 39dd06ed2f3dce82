import { tellsNoBody } from '../http/request-config.ts'
import type { ConnectionsShare } from './scenario-share.ts'

/** A request as autocannon builds it. */
interface AutocannonRequest {
  readonly method?: string
  requestBuffer: Buffer
}

/** The part of autocannon's HTTP client that is used here; a contract test checks it. */
export interface AutocannonClient {
  readonly requestIterator: {
    readonly requests: readonly AutocannonRequest[]
    readonly currentRequest: AutocannonRequest
    readonly currentRequestIndex: number
    nextRequest(): AutocannonRequest
    /** Makes one of its requests the current one and builds it anew. */
    setRequest(request: AutocannonRequest): void
  }
  /** Opens the connection and sends the first requests; replaced. */
  _connect: () => void
  /** Closes the connection; replaced. */
  _destroyConnection: () => void
}

/** A request as autocannon takes it. */
interface RequestToBuild {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer
}

/** The options of autocannon that we use. */
export interface AutocannonOptions {
  readonly url: string
  readonly connections: number
  readonly pipelining: number
  readonly idReplacement: boolean
  readonly requests: readonly RequestToBuild[]
  readonly setupClient: (client: AutocannonClient) => void
}

/** A run of autocannon. */
export interface AutocannonRun {
  /** Destroys its clients and waits until its timers are gone. */
  stop(): Promise<void>
}

/** What autocannon returns. */
interface Tracker {
  then(onDone: () => void, onError: (error: unknown) => void): void
  stop?(): void
}

// autocannon knows nine methods, and refuses to build a request of any other.
async function addMethods(requests: readonly Pick<RequestToBuild, 'method'>[]): Promise<void> {
  // @ts-expect-error -- autocannon has no types
  const { default: known }: { readonly default: string[] } = await import('autocannon/lib/httpMethods.js')
  for (const { method } of requests) if (!known.includes(method)) known.push(method)
}

/** Longer than any run, because autocannon must not decide when a run ends, nor when a request times out. */
const never = 2_000_000
const checkInterval = 50

/**
 * Starts autocannon, which checks the options, builds the requests and creates the clients, all before this resolves.
 *
 * The only place that imports autocannon, and only when it is called. Its counters and its result are never read.
 *
 * @throws Error of autocannon for options it refuses
 */
export async function startAutocannon(options: AutocannonOptions): Promise<AutocannonRun> {
  // @ts-expect-error -- autocannon has no types
  const { default: autocannon }: { readonly default: (options: object) => Tracker } = await import('autocannon')
  await addMethods(options.requests)
  const tracker = autocannon({ ...options, duration: never, timeout: never, sampleInt: checkInterval })
  const ended = new Promise<void>((resolve, reject) => {
    tracker.then(() => resolve(), reject)
  })
  // Refused options are reported only by the promise, and leave a tracker that cannot be stopped.
  if (tracker.stop === undefined) await ended
  return {
    stop: () => {
      tracker.stop?.()
      return ended
    },
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
  return await startAutocannon({
    url,
    connections,
    pipelining,
    idReplacement: uniqueIds,
    requests: requests.map(({ method, path, headers, body }) => ({
      method,
      path,
      // Of an empty body, autocannon says nothing.
      headers: (body === undefined ? tellsNoBody(method) : body.byteLength === 0) ? { ...headers, 'content-length': '0' } : headers,
      ...(body === undefined ? {} : { body: Buffer.from(body.buffer, body.byteOffset, body.byteLength) }),
    })),
    setupClient: (client) => {
      onClient(client)
      client._connect = () => {}
      client._destroyConnection = () => {}
    },
  })
}

/** Returns the bytes of a request of a scenario, by its place. */
export type BuiltRequests = (place: number) => Buffer

/** Returns requests that were built once. */
export function kept(requests: readonly Buffer[]): BuiltRequests {
  return (place) => requests[place]!
}

/** Rebuilds a request, with a unique id, each time it is read. */
export function rebuilt(iterator: AutocannonClient['requestIterator']): BuiltRequests {
  return (place) => {
    iterator.setRequest(iterator.requests[place]!)
    return iterator.currentRequest.requestBuffer
  }
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
  return share.uniqueIds ? rebuilt(requestIterator) : kept(requestIterator.requests.map(({ requestBuffer }) => requestBuffer))
}
