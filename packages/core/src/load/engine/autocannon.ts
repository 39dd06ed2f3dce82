import { tellsNoBody } from '../http/request-config.ts'
import type { ConnectionsShare } from './scenario-share.ts'

/** A request as autocannon builds it. */
interface AutocannonRequest {
  readonly requestBuffer: Buffer
}

/** The part of autocannon's HTTP client that is used here; a contract test checks it. */
export interface AutocannonClient {
  readonly requestIterator: {
    readonly requests: readonly AutocannonRequest[]
    readonly currentRequest: AutocannonRequest
    setRequest(request: AutocannonRequest): void
  }
  _connect: () => void
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
 * Runs autocannon for as long as it takes to check the options, build the requests and create the clients.
 *
 * The only place that imports autocannon, and only when it is called. Its counters and its result are never read.
 *
 * @throws Error of autocannon for options it refuses
 */
export async function runAutocannon(options: AutocannonOptions): Promise<void> {
  // @ts-expect-error -- autocannon has no types
  const { default: autocannon }: { readonly default: (options: object) => Tracker } = await import('autocannon')
  await addMethods(options.requests)
  const tracker = autocannon({ ...options, duration: never, timeout: never, sampleInt: checkInterval })
  await new Promise<void>((resolve, reject) => {
    tracker.then(() => resolve(), reject)
    // Refused options are reported only by the promise, and leave a tracker that cannot be stopped.
    tracker.stop?.()
  })
}

/** Returns the bytes of a request of a scenario, by its place. */
export type BuiltRequests = (place: number) => Buffer

/** Returns requests that were built once. */
export function kept(requests: readonly Buffer[]): BuiltRequests {
  return (place) => requests[place]!
}

/** Rebuilds a request, with a unique id, each time it is read. */
function rebuilt(iterator: AutocannonClient['requestIterator']): BuiltRequests {
  return (place) => {
    iterator.setRequest(iterator.requests[place]!)
    return iterator.currentRequest.requestBuffer
  }
}

/**
 * Builds the requests of a scenario by autocannon, to be sent by our own connections: its client never connects.
 *
 * @throws Error of autocannon for requests it refuses
 */
export async function buildRequests({
  url,
  requests,
  uniqueIds,
}: Pick<ConnectionsShare, 'url' | 'requests' | 'uniqueIds'>): Promise<BuiltRequests> {
  let built: BuiltRequests | undefined
  await runAutocannon({
    url,
    connections: 1,
    pipelining: 1,
    idReplacement: uniqueIds,
    requests: requests.map(({ method, path, headers, body }) => ({
      method,
      path,
      // Of an empty body, autocannon says nothing.
      headers: (body === undefined ? tellsNoBody(method) : body.byteLength === 0) ? { ...headers, 'content-length': '0' } : headers,
      ...(body === undefined ? {} : { body: Buffer.from(body.buffer, body.byteOffset, body.byteLength) }),
    })),
    setupClient: (client) => {
      const { requestIterator } = client
      built = uniqueIds ? rebuilt(requestIterator) : kept(requestIterator.requests.map(({ requestBuffer }) => requestBuffer))
      client._connect = () => {}
      client._destroyConnection = () => {}
    },
  })
  return built!
}
