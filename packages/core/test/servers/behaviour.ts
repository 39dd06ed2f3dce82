/** How a known server responds; plain data that can cross threads. Times in milliseconds. */
export interface Behaviour {
  /** The n-th request, from 0, gets its response after `delays[n % delays.length]`; -1 never responds to it. */
  readonly delays: readonly number[]
  /** Blocks the server's thread once, `after` milliseconds after its first request. */
  readonly freeze?: { readonly after: number; readonly length: number }
  /** Closes each connection without a word when it gets one request more than this. */
  readonly closeAfter?: number
  /** How the response is written. */
  readonly response?: 'length' | 'chunked' | 'byte by byte' | 'no body' | 'close' | 'first only'
  readonly status?: number
}

/** The counts of a known server. */
export interface Truth {
  /** Requests that arrived, with or without a response. */
  readonly arrived: number
  /** Requests that got a complete response. */
  readonly responded: number
  readonly connections: number
  /** Microseconds from the arrival of each request to the writing of its response, in the order of arrival; absent while it has no response. */
  readonly times: readonly (number | undefined)[]
  /** Microseconds of the server's clock at which each request arrived. */
  readonly arrivals: readonly number[]
  /** Milliseconds for which the freeze blocked the thread, which may be longer than it was asked to. */
  readonly frozen: number
  /** Milliseconds by which the server's own timers ran late. */
  readonly loopDelay: LoopDelay
}

/** How late an event loop ran, in milliseconds. */
interface LoopDelay {
  readonly p50: number
  readonly p99: number
  readonly max: number
}
