import type { HttpOptions } from './http-client.ts'
import type { HttpOrigin } from './http-origin.ts'
import type { RequestBody } from './request-options.ts'
import type { SeriesRecorder } from '../../../measure/recorder/series.ts'
import type { UserRecorder } from '../../../measure/recorder/user-recorder.ts'

/** A request, ready to be sent. */
export interface OutgoingRequest {
  readonly method: string
  readonly origin: HttpOrigin
  /** Path and query. */
  readonly target: string
  readonly endpoint: Endpoint
  readonly options: HttpOptions
  readonly body: RequestBody | undefined
  /** Head and body. A text has one byte for each character. */
  readonly message: Uint8Array | string
  /** The outcome of each status, as an index into `outcomes`. */
  readonly statusOutcomes: Uint8Array
  /** Timeout of the response, in microseconds. */
  readonly timeout: number
}

/**
 * A request that is kept until its response is complete.
 *
 * A class and not a literal, to save memory: when literals live long, as with thousands of streams that are opened at once, V8 learns to allocate all
 * objects of the same line in old space, where every later request would pile up with its texts.
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

/** The endpoint that requests of one kind are counted under. */
export interface Endpoint {
  /** Name of the endpoint, such as `GET /api/auctions/{id}`. */
  readonly name: string
  readonly series: readonly SeriesRecorder[]
}

// The recorder keeps 200 endpoints separately; a journey whose paths are all different must not fill the memory here either.
const mostKnown = 1000

/** The endpoints of one scenario on one thread, found by method and template without building their names again. */
export class Endpoints {
  readonly #recorder: UserRecorder | undefined
  readonly #known = new Map<string, Map<string, Endpoint>>()
  readonly #named = new Map<string, Endpoint>()

  constructor(recorder: UserRecorder | undefined) {
    this.#recorder = recorder
  }

  /** The endpoint of a method and a template. */
  of(method: string, template: string): Endpoint {
    let ofMethod = this.#known.get(method)
    if (ofMethod === undefined) this.#known.set(method, (ofMethod = new Map()))
    const known = ofMethod.get(template)
    if (known !== undefined) return known
    const endpoint = this.#make(`${method} ${template}`)
    if (ofMethod.size < mostKnown) ofMethod.set(template, endpoint)
    return endpoint
  }

  /** The endpoint with a name of the user's own, or with tags. */
  named(name: string, tags: Readonly<Record<string, string>> | undefined): Endpoint {
    if (tags !== undefined) return this.#make(name, tags)
    const known = this.#named.get(name)
    if (known !== undefined) return known
    const endpoint = this.#make(name)
    if (this.#named.size < mostKnown) this.#named.set(name, endpoint)
    return endpoint
  }

  #make(name: string, tags?: Readonly<Record<string, string>>): Endpoint {
    return { name, series: this.#recorder?.seriesOf(name, tags) ?? [] }
  }
}
