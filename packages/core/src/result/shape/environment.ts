/** Where and with what a suite was run. */
export interface Environment {
  readonly benchpress: string
  readonly node: string
  readonly autocannon: string
  readonly os: string
  readonly arch: string
  readonly cpu: {
    readonly model: string
    readonly count: number
    /** CPUs this process may use, quota included. */ readonly usable: number
  }
  /** Bytes. */
  readonly memory: { readonly total: number; readonly free: number; /** The container's limit. */ readonly limit: number | null }
  /** Over 1, 5 and 15 minutes, before the first test. */
  readonly loadAverage: readonly [number, number, number]
  readonly container: boolean
  /** Of the working directory, `null` outside a repository. */
  readonly git: { readonly commit: string; readonly dirty: boolean } | null
  /** ISO 8601. */
  readonly startedAt: string
}
