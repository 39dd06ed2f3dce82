/** A request as every runtime can give it. */
export interface ServiceRequest {
  readonly method: string
  /** Path and query, such as `/default/services/benchmark-service/status?x=1`. */
  readonly target: string
  /** The whole body; empty without one. */
  readonly body: string
}

/** A response as every runtime can send it. */
export interface ServiceResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
