/** A request, independent of the runtime. */
export interface ServiceRequest {
  readonly method: string
  /** Path and query, such as `/default/services/benchmark-service/status?x=1`. */
  readonly target: string
  /** The body; empty without one. */
  readonly body: string
}

/** A response, independent of the runtime. */
export interface ServiceResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
