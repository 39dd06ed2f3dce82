import type { TimeSummary } from '../result/summary/time-summary.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { Histogram } from '../model/metrics/histogram.ts'
import { summarizeTimes } from '../result/summary/summarize-times.ts'
import { labelOfPoint } from '../result/summary/sweep-point.ts'

/** Where a test is. */
export type Phase = 'setup' | 'warm-up' | 'run' | 'drain' | 'teardown'

/** What a running test tells, each second and at each change of phase. */
export interface Progress {
  readonly test: string
  /** Which point of a sweep, or step of a search, it is: `users=10`. */
  readonly point?: string
  /** Which function is called, in a test of functions. */
  readonly case?: string
  readonly variant: string
  /** 1 for the first. */
  readonly repeat: number
  readonly repeats: number
  readonly phase: Phase
  /** Seconds in this phase. */
  readonly elapsed: number
  /** Planned seconds of this phase; `null` when a number of requests ends it. */
  readonly total: number | null
  /** Requests answered in this phase, and planned; `null` when time ends it. */
  readonly requests: number
  readonly planned: number | null
  /** Requests of this phase that failed, without the aborted ones. */
  readonly failed: number
  /** Users at a time; `null` for connections without users. */
  readonly users: number | null
  /** Iterations of this test that were started, and that no user was free for. */
  readonly iterations: number
  readonly dropped: number
  /** Answers per second since the last progress. */
  readonly requestsPerSecond: number
  /** Response times of the last complete second of the run phase. */
  readonly responseTime: TimeSummary
  /** Something the reader should know, said once. */
  readonly message?: string
}

/** Hears of progress, in the thread that calls `run()`. */
export type OnProgress = (progress: Progress) => void

/** What is told of a run while nothing is sent. */
export function idleProgress(
  run: Pick<Progress, 'test' | 'point' | 'variant' | 'repeat' | 'repeats'>,
  phase: Phase,
  message: string | undefined,
): Progress {
  return {
    ...run,
    phase,
    elapsed: 0,
    total: null,
    requests: 0,
    planned: null,
    failed: 0,
    users: null,
    iterations: 0,
    dropped: 0,
    requestsPerSecond: 0,
    responseTime: summarizeTimes(new Histogram()),
    ...(message === undefined ? {} : { message }),
  }
}

/** What progress calls a test, and its point in a sweep. */
export function progressNames({ name, sweep }: Pick<ResolvedConfig, 'name' | 'sweep'>): Pick<Progress, 'test' | 'point'> {
  return { test: name, ...(sweep !== null && { point: labelOfPoint(sweep) }) }
}
