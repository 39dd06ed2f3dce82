export interface ResponseHead {
  readonly status: number
  readonly reason: string
  readonly headers: readonly string[]
  readonly contentLength: number
  readonly chunked: boolean
  readonly keepAlive: boolean
  readonly length: number
}
