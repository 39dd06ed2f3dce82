/** How one run of a search went. */
export interface FoundStep {
  /** The level that was tried: iterations per second. */
  readonly value: number
  /** The number of the run at this level, from 1: with the value it names an entry of `tests`. */
  readonly repeat: number
  readonly passed: boolean
  /** What was in the way: `slo`, `rate` when what was planned was not started or not answered, `generator`, `target` or `invalid`, `samples` when it had too few to be judged and was made again; `null` when it passed. */
  readonly failed: 'slo' | 'rate' | 'generator' | 'target' | 'invalid' | 'samples' | null
  /** Why it passed or failed, as one line. */
  readonly reason: string
}

/** What a search found. */
export interface Found {
  readonly parameter: 'rate'
  /** The highest level that passed, in iterations per second; `null` when none did. */
  readonly value: number | null
  /** The lowest level above it that failed; `null` when none did. */
  readonly failedAt: number | null
  /** The conditions, such as `response_time p99 < 50ms`. */
  readonly slo: readonly string[]
  /** Every run, in the order in which they were made. */
  readonly steps: readonly FoundStep[]
  /** What ended the search, as a plain sentence. */
  readonly limitedBy: string
  /** How sure it is, as a plain sentence. */
  readonly confidence: string
  /** Whether the search came to its end: no interruption, no limit of steps. */
  readonly complete: boolean
}
