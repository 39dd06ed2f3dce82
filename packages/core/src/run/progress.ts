import type { Machines } from './machines/machines.ts'
import { hideSecretsOf } from '../base/redact/redact-config.ts'
import type { SuiteResult, TestResult } from '../result/shape/result.ts'
import { summarizeTimes, type TimeSummary } from '../result/summary/time-summary.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { Histogram } from '../model/metrics/histogram.ts'
import { labelOfPoint } from '../result/summary/test-summary.ts'
import type { ResourceSample } from '../result/summary/generator-summary.ts'
import type { SecondSummary } from '../result/summary/series-summary.ts'
import type { Verdict } from '../result/verdict/verdict.ts'
import type { RunningTarget } from '../target/target.ts'
import { setTimeout as sleep } from 'node:timers/promises'

/** Where a test is. */
export type Phase = 'setup' | 'warm-up' | 'run' | 'drain' | 'teardown'

/** Where a run stands among all runs of a suite. */
export interface SuiteProgress {
  /** 1 for the first, over all tests, variants and repeats. */
  readonly run: number
  /** The number of runs of the suite. */
  readonly runs: number
  /**
   * Planned seconds until the last run phase of the suite ends, pauses included, and the time that targets take to start and to stop left out; `null`
   * where the length of a run that is to come is not planned.
   */
  readonly left: number | null
}

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
  /** Planned seconds until the last run phase of this test ends; `null` where that is not planned, and before the load. */
  readonly left: number | null
  /** Where the run stands in its suite; `null` in a search, which does not know how many runs it takes. */
  readonly suite: SuiteProgress | null
  /** Responses of this phase, and requests planned; `null` when time ends it. */
  readonly requests: number
  readonly planned: number | null
  /** Requests of this phase that failed, without the aborted ones. */
  readonly failed: number
  /** Users at a time; `null` for connections without users. */
  readonly users: number | null
  /** Users that are planned for this moment; `null` where no number of users is planned, as for a rate. */
  readonly plannedUsers: number | null
  /** Iterations per second that are planned for this moment; `null` without a rate. */
  readonly plannedRate: number | null
  /** Requests that were sent and have not ended. */
  readonly inFlight: number
  /** Iterations of this test that were started, and that no user was free for. */
  readonly iterations: number
  readonly dropped: number
  /** Responses per second since the last progress. */
  readonly requestsPerSecond: number
  /** Response times of the last complete second of the run phase; of the last window of a few seconds in a run phase of more than ten minutes. */
  readonly responseTime: TimeSummary
  /** The last complete second of the run phase, over all scenarios; `null` before its end. */
  readonly second: Pick<SecondSummary, 'at' | 'requests' | 'failed' | 'bytes'> | null
  /** The last sample of CPU and memory; `null` before the first. */
  readonly resources: ResourceSample | null
  /** The machines that the load comes from; missing where that is this one. */
  readonly machines?: readonly MachineProgress[]
  /**
   * The verdict on what was measured so far, by the rules that need not wait for the end, judged each five seconds; `null` until a request or an iteration of
   * the run phase has ended, and where the load runs in the thread that called, which has other work to do.
   */
  readonly verdict: Verdict | null
  /** Something the reader should know, said once. */
  readonly message?: string
}

/** What is known of a machine while it generates load. */
export interface MachineProgress {
  readonly name: string
  /** Responses of the run phase per second, since the last progress. */
  readonly requestsPerSecond: number
  /** CPU in cores of its generator in the last second; `null` before the first sample. */
  readonly cpu: number | null
  /** Why it was lost; `null` where it was not. */
  readonly lost: string | null
}

/** Takes progress, in the thread that calls `run()`. */
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
    left: null,
    suite: null,
    requests: 0,
    planned: null,
    failed: 0,
    users: null,
    plannedUsers: null,
    plannedRate: null,
    inFlight: 0,
    iterations: 0,
    dropped: 0,
    requestsPerSecond: 0,
    responseTime: summarizeTimes(new Histogram()),
    second: null,
    resources: null,
    verdict: null,
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
  /** What the load comes from instead of this machine. */
  readonly machines?: Machines | undefined
  /** Called now and then with what the test has measured so far, as a partial result. */
  readonly onPartial: RunListeners['onPartial']
}

/** How a suite is run. */
export interface RunOptions {
  /** Ends the run early: what is in flight has the graceful stop to end, and the result is marked as interrupted. */
  readonly signal?: AbortSignal | undefined
  /** Called each second, in the thread that called. */
  readonly onProgress?: OnProgress | undefined
  /**
   * Called with what was measured so far, in the thread that called, so that it can be kept in case the process is killed: before the load of each test, a
   * second after its start, then every five seconds, and after each test. A test that is under way is interrupted by a `checkpoint` in it.
   *
   * Never while a load runs in the calling thread (`workers: 0`), which would have to wait for it.
   */
  readonly onCheckpoint?: ((partial: SuiteResult) => void) | undefined
  /** Where the load of each test comes from, as of `@benchpress/machines`; the target, hooks and figures stay with the thread that called. Default: this machine. */
  readonly machines?: Machines | undefined
  /** Folder that paths in the config are relative to. Default: that of the process. */
  readonly cwd?: string | undefined
}

/** What can end the runs, and what is told of them. */
export interface RunListeners {
  readonly signal: AbortSignal
  readonly machines?: Machines | undefined
  /** `undefined` where nobody listens, so that nothing is put together in vain. */
  readonly onProgress: OnProgress | undefined
  /** Called with what was measured so far: of the test that is under way, or of those that are done alone. */
  readonly onPartial: ((test?: TestResult) => void) | undefined
}

/** Passes progress and checkpoints on to the listeners, without secrets; an error thrown there ends the run, and is thrown again when the target has been stopped. */
export class ProgressListener {
  readonly #failed = new AbortController()

  /** What the runs are given. */
  readonly listeners: RunListeners

  /**
   * @param config has the secrets, and is a suite or one config
   * @param suiteOf the result of what was done so far, and of the test that is under way
   */
  constructor(
    config: unknown,
    { onProgress, onCheckpoint, signal, machines }: Omit<RunOptions, 'cwd'>,
    suiteOf: (partial: TestResult | undefined) => SuiteResult,
  ) {
    this.listeners = {
      machines,
      signal: signal === undefined ? this.failed : AbortSignal.any([signal, this.failed]),
      onProgress: onProgress && ((progress) => this.#tell(() => onProgress({ ...hideSecretsOf(config, progress), phase: progress.phase }))),
      onPartial: onCheckpoint && ((partial) => this.#tell(() => onCheckpoint(suiteOf(partial)))),
    }
  }

  /** Aborts with what a listener threw. */
  get failed(): AbortSignal {
    return this.#failed.signal
  }

  #tell(tell: () => void): void {
    if (this.#failed.signal.aborted) return
    try {
      tell()
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
