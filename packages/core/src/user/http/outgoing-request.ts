import type { Endpoint } from './endpoints.ts'
import type { HttpOptions } from './http-options.ts'
import type { HttpOrigin } from './http-origin.ts'
import type { RequestBody } from './request-body.ts'

/** A request, ready to be sent. */
export interface OutgoingRequest {
  readonly method: string
  readonly origin: HttpOrigin
  /** Path and query. */
  readonly target: string
  readonly endpoint: Endpoint
  readonly options: HttpOptions
  readonly body: RequestBody | undefined
  /** Head and body. A text stands for one byte a character. */
  readonly message: Uint8Array | string
  /** The outcome of each status, as an index into `outcomes`. */
  readonly statusOutcomes: Uint8Array
  /** How long its answer may take, in microseconds. */
  readonly timeout: number
}

/** URL of a request. */
export function urlOf({ origin, target }: OutgoingRequest): string {
  return origin.url + target
}
