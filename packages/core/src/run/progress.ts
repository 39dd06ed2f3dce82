import type { Machines } from './machines/machines.ts'
import { messageOf } from '../base/errors/benchpress-error.ts'
import { hideSecrets } from '../base/redact/secrets.ts'
import type { SuiteResult, TestResult } from '../result/shape/result.ts'
import { summarizeTimes, type TimeSummary } from '../model/metrics/time-summary.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { Histogram } from '../model/metrics/histogram.ts'
import { labelOfPoint } from '../result/summary/test-summary.ts'
import type { ResourceSample } from '../result/summary/generator-summary.ts'
import type { SecondSummary } from '../result/summary/series-summary.ts'
import type { Verdict } from '../result/verdict/verdict.ts'
import type { RunningTarget } from '../target/target.ts'
import { setTimeout as sleep } from 'node:timers/promises'

/** The current phase of a test. */
export type Phase = 'setup' | 'warm-up' | 'run' | 'drain' | 'teardown'

/** The place of a run among all runs of a suite. */
export interface SuiteProgress {
  /** Number of the run over all tests, variants and repeats, 1 for the first. */
  readonly run: number
  /** The number of runs of the suite. */
  readonly runs: number
  /**
   * Planned seconds until the last run phase of the suite ends, including pauses, but not the time in which targets start and stop; `null` when the
   * length of a future run is not planned.
   */
  readonly left: number | null
}

/** The progress of a running test, reported each second and at each change of phase. */
export interface Progress {
  readonly test: string
  /** The point of a sweep or the step of a search, such as `users=10`. */
  readonly point?: string
  readonly variant: string
  /** 1 for the first. */
  readonly repeat: number
  readonly repeats: number
  readonly phase: Phase
  /** Seconds in this phase. */
  readonly elapsed: number
  /** Planned seconds of this phase; `null` when a number of requests ends it. */
  readonly total: number | null
  /** Planned seconds until the last run phase of this test ends; `null` when that is not planned, and before the load. */
  readonly left: number | null
  /** The place of the run in its suite; `null` in a search, whose number of runs is unknown. */
  readonly suite: SuiteProgress | null
  /** Responses of this phase. */
  readonly requests: number
  readonly planned: number | null
  /** Failed requests of this phase, without aborted ones. */
  readonly failed: number
  /** Current number of users; `null` for connections without users. */
  readonly users: number | null
  /** Planned number of users at this moment; `null` when none is planned, as for a rate. */
  readonly plannedUsers: number | null
  /** Planned iterations per second at this moment; `null` without a rate. */
  readonly plannedRate: number | null
  /** Requests in flight. */
  readonly inFlight: number
  /** Iterations of this test that were started. */
  readonly iterations: number
  readonly dropped: number
  /** Responses per second since the last progress. */
  readonly requestsPerSecond: number
  /** Response times of the last complete second of the run phase, or of the last window of a few seconds after ten minutes. */
  readonly responseTime: TimeSummary
  /** The last complete second of the run phase, over all scenarios; `null` before its end. */
  readonly second: Pick<SecondSummary, 'at' | 'requests' | 'failed' | 'bytes'> | null
  /** The last sample of CPU and memory; `null` before the first. */
  readonly resources: ResourceSample | null
  /** The machines that generate the load; missing when this machine does. */
  readonly machines?: readonly MachineProgress[]
  /**
   * The verdict so far, by the rules that can be applied while a test runs, judged every five seconds; `null` until a request or an iteration of the
   * run phase has ended, and when the load runs in the calling thread, which has no time to judge.
   */
  readonly verdict: Verdict | null
  /** A message for the user, reported once. */
  readonly message?: string
}

/** The progress of a machine that generates load. */
export interface MachineProgress {
  readonly name: string
  /** Responses of the run phase per second since the last progress. */
  readonly requestsPerSecond: number
  /** CPU in cores of the machine's generator in the last second; `null` before the first sample. */
  readonly cpu: number | null
  /** Why the machine was lost; `null` when it was not. */
  readonly lost: string | null
}

/** A callback for progress, called in the thread that calls `run()`. */
export type OnProgress = (progress: Progress) => void

/** Reports a phase of a run in which nothing is sent, or a message to the user. */
export function reportIdle(
  { config, variant, repeat, repeats, onProgress }: Pick<TestContext, 'config' | keyof RunOf | 'onProgress'>,
  phase: Phase,
  message?: string,
): void {
  onProgress?.(idleProgress({ ...progressNames(config), variant, repeat, repeats }, phase, message))
}

/** The progress of a run while nothing is sent. */
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

/** The names of a test and its point of a sweep in progress. */
export function progressNames({ name, sweep }: Pick<ResolvedConfig, 'name' | 'sweep'>): Pick<Progress, 'test' | 'point'> {
  return { test: name, ...(sweep !== null && { point: labelOfPoint(sweep) }) }
}

/** The run that a target is started for, or the first of several. */
export type RunOf = Pick<Progress, 'variant' | 'repeat' | 'repeats'>

/** One test of a suite, about to run against a target that responds. */
export interface TestContext extends RunOf, RunListeners {
  readonly config: ResolvedConfig
  readonly target: RunningTarget
}

/** Options of a run. */
export interface RunOptions {
  /** Ends the run early when it aborts: requests in flight have the graceful stop to end, and the result is marked as interrupted. */
  readonly signal?: AbortSignal | undefined
  /** Is called each second in the calling thread. */
  readonly onProgress?: OnProgress | undefined
  /**
   * Is called in the calling thread with what was measured so far, to be kept in case the process is killed: before the load of each test, a second
   * after its start, then every five seconds, and after each test. In it, the running test is interrupted by a `checkpoint`.
   *
   * Never called while a load runs in the calling thread (`workers: 0`), which would be held up.
   */
  readonly onCheckpoint?: ((partial: SuiteResult) => void) | undefined
  /**
   * The machines that generate the load of each test, as from `@benchpress/machines`; the target, hooks and figures stay in the calling thread.
   * Default: this machine.
   */
  readonly machines?: Machines | undefined
  /** Folder that paths in the config are relative to. Default: the working directory. */
  readonly cwd?: string | undefined
}

/** The signal that ends runs, and their listeners. */
export interface RunListeners {
  readonly signal: AbortSignal
  readonly machines?: Machines | undefined
  /** `undefined` without a listener, so that no progress is computed in vain. */
  readonly onProgress: OnProgress | undefined
  /** Is called regularly with what was measured so far: with the running test, or without one. */
  readonly onPartial: ((test?: TestResult) => void) | undefined
}

/**
 * Passes progress and checkpoints on to the listeners, without secrets; an error that a listener throws ends the run, and is thrown again once the
 * target has been stopped.
 */
export class ProgressListener {
  readonly #failed = new AbortController()

  /** The listeners for the runs. */
  readonly listeners: RunListeners

  /**
   * @param suiteOf makes the result of the finished tests, and of the running one if there is one
   */
  constructor(
    { onProgress, onCheckpoint, signal, machines }: Omit<RunOptions, 'cwd'>,
    suiteOf: (running: readonly TestResult[]) => SuiteResult,
  ) {
    this.listeners = {
      machines,
      signal: signal === undefined ? this.failed : AbortSignal.any([signal, this.failed]),
      onProgress: onProgress && ((progress) => this.#tell(() => onProgress({ ...hideSecrets(progress), phase: progress.phase }))),
      onPartial: onCheckpoint && ((partial) => this.#tell(() => onCheckpoint(suiteOf(partial === undefined ? [] : [partial])))),
    }
  }

  /** Aborts with the error that a listener threw. */
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

/** Waits between two runs for a number of microseconds; resolves with whether to continue, and at once when `signal` aborts. */
export async function rest(pause: number, signal: AbortSignal): Promise<boolean> {
  if (pause > 0) await sleep(pause / 1000, undefined, { signal }).catch(() => undefined)
  return !signal.aborted
}

/** Resolves with `undefined` when work failed after its signal had aborted. */
export async function unlessInterrupted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value | undefined> {
  return await work.catch((error: unknown) => {
    if (signal.aborted) return undefined
    throw error
  })
}

/** Why a signal aborted; the default reason has no information. */
export function nameAbort(reason: unknown): string {
  return reason instanceof Error && reason.name !== 'AbortError' ? messageOf(reason) : 'interrupted'
}
