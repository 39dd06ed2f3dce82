import { summarizeTimes, type TimeSummary } from '../result/summary/time-summary.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { Histogram } from '../model/metrics/histogram.ts'
import { labelOfPoint } from '../result/summary/test-summary.ts'
import type { RunningTarget } from '../target/target.ts'
import { setTimeout as sleep } from 'node:timers/promises'

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
  /** Responses of this phase, and requests planned; `null` when time ends it. */
  readonly requests: number
  readonly planned: number | null
  /** Requests of this phase that failed, without the aborted ones. */
  readonly failed: number
  /** Users at a time; `null` for connections without users. */
  readonly users: number | null
  /** Iterations of this test that were started, and that no user was free for. */
  readonly iterations: number
  readonly dropped: number
  /** Responses per second since the last progress. */
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

/** Which run it is that a target is started for; of several, the first. */
export interface RunOf {
  readonly variant: string
  /** 1 for the first. */
  readonly repeat: number
  readonly repeats: number
}

/** One test of a suite, about to run against a target that responds. */
export interface TestContext extends RunOf {
  readonly config: ResolvedConfig
  readonly target: RunningTarget
  readonly signal: AbortSignal | undefined
  readonly onProgress: OnProgress | undefined
}

/** How a suite is run. */
export interface RunOptions {
  /** Ends the run early: what is in flight has the graceful stop to end, and the result is marked as interrupted. */
  readonly signal?: AbortSignal | undefined
  /** Called each second, in the thread that called. */
  readonly onProgress?: OnProgress | undefined
  /** Folder that paths in the config are relative to. Default: that of the process. */
  readonly cwd?: string | undefined
}

/** What can end the runs, and what is told of them. */
export interface RunListeners {
  readonly signal: AbortSignal
  readonly onProgress: OnProgress
}

/** Passes progress on to the listener; an error thrown there ends the run, and is thrown again when the target has been stopped. */
export class ProgressListener {
  readonly #onProgress: OnProgress | undefined
  readonly #failed = new AbortController()

  /** What the runs are given. */
  readonly listeners: RunListeners

  constructor({ onProgress, signal }: Pick<RunOptions, 'onProgress' | 'signal'>) {
    this.#onProgress = onProgress
    this.listeners = {
      signal: signal === undefined ? this.failed : AbortSignal.any([signal, this.failed]),
      onProgress: (progress) => this.#tell(progress),
    }
  }

  /** Aborts with what the listener threw. */
  get failed(): AbortSignal {
    return this.#failed.signal
  }

  #tell(progress: Progress): void {
    if (this.#failed.signal.aborted) return
    try {
      this.#onProgress?.(progress)
    } catch (error) {
      this.#failed.abort(error)
    }
  }
}

/** Waits between two runs, for a number of microseconds; resolves at once when `signal` aborts, with whether to continue. */
export async function rest(pause: number, signal: AbortSignal): Promise<boolean> {
  if (pause > 0) await sleep(pause / 1000, undefined, { signal }).catch(() => undefined)
  return !signal.aborted
}

/** Why a signal aborted; its default reason says no more than that it did. */
export function nameAbort(reason: unknown): string {
  return reason instanceof Error && reason.name !== 'AbortError' ? reason.message : 'interrupted'
}
