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
export interface RequestToBuild {
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
  const { default: autocannon } = await import('autocannon')
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
