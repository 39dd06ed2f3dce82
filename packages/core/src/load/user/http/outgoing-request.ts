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

/**
 * A request as it is kept until its answer is complete.
 *
 * An instance and no literal, for the sake of memory: V8 learns from literals that lived long, as those of thousands of streams that were opened
 * at once do, to put all that the same line makes into old space, where every later request would pile up with its texts.
 */
export class PreparedRequest implements OutgoingRequest {
  readonly method: string
  readonly origin: HttpOrigin
  readonly target: string
  readonly endpoint: Endpoint
  readonly options: HttpOptions
  readonly body: RequestBody | undefined
  readonly message: Uint8Array | string
  readonly statusOutcomes: Uint8Array
  readonly timeout: number

  constructor({ method, origin, target, endpoint, options, body, message, statusOutcomes, timeout }: OutgoingRequest) {
    this.method = method
    this.origin = origin
    this.target = target
    this.endpoint = endpoint
    this.options = options
    this.body = body
    this.message = message
    this.statusOutcomes = statusOutcomes
    this.timeout = timeout
  }
}

/** URL of a request. */
export function urlOf({ origin, target }: OutgoingRequest): string {
  return origin.url + target
}
