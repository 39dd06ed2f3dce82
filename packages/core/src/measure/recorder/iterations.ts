import { Histogram, type HistogramSnapshot } from '../../model/metrics/histogram.ts'
import { ErrorRecorder, mostReasons, type ErrorSnapshot } from './error-recorder.ts'
import { CreatingMap } from './first-names.ts'

/** Iterations of one phase since the last snapshot: `started = completed + failed + aborted` at the end. */
export interface IterationsSnapshot {
  readonly started: number
  /** Due, but not started, because no user was free. */
  readonly dropped: number
  readonly completed: number
  readonly failed: number
  readonly aborted: number
}

/** Iterations of one journey in the run phase. */
interface JourneySnapshot {
  readonly name: string
  readonly iterations: IterationsSnapshot
  readonly duration: HistogramSnapshot
}

/** The iterations of the users of a scenario on one thread since the last snapshot. */
export interface IterationsOfUsersSnapshot {
  readonly warmup: IterationsSnapshot
  readonly run: IterationsSnapshot
  /** In the order in which they were first seen. */
  readonly journeys: readonly JourneySnapshot[]
  /** Of all iterations of the run phase that ended, in microseconds from their planned start. */
  readonly iterationDuration: HistogramSnapshot
  /** From the planned start of an iteration of the run phase until the executor started it. */
  readonly sendLag: HistogramSnapshot
  /** Why iterations failed. */
  readonly failures: readonly IterationFailure[]
}

/** Why iterations failed, and where in the code of their journey. */
interface IterationFailure extends Omit<ErrorSnapshot, 'outcome' | 'endpoint'> {
  readonly at?: string | undefined
}

/** How an iteration, or a user, ended. */
export type IterationEnd = 'completed' | 'failed' | 'aborted'

/** Counts the iterations of one phase, or of one journey, on one thread. */
class IterationCounter {
  #counts = noIterations()

  started(): void {
    this.#counts.started += 1
  }

  dropped(): void {
    this.#counts.dropped += 1
  }

  ended(end: IterationEnd): void {
    this.#counts[end] += 1
  }

  /** What was recorded since the last call. */
  take(): IterationsSnapshot {
    const counts = this.#counts
    this.#counts = noIterations()
    return counts
  }
}

function noIterations(): { -readonly [Count in keyof IterationsSnapshot]: number } {
  return { started: 0, dropped: 0, completed: 0, failed: 0, aborted: 0 }
}

/** Counts and times the iterations of the run phase, by journey, on one thread. */
class JourneyRecorder {
  readonly #byName = new CreatingMap((_name: string) => ({ iterations: new IterationCounter(), duration: new Histogram() }))

  started(name: string): void {
    this.#byName.of(name).iterations.started()
  }

  dropped(name: string): void {
    this.#byName.of(name).iterations.dropped()
  }

  /** `duration` in microseconds; an iteration that was aborted has none. */
  ended(name: string, end: IterationEnd, duration: number): void {
    const journey = this.#byName.of(name)
    journey.iterations.ended(end)
    if (end !== 'aborted') journey.duration.record(duration)
  }

  /** What was recorded since the last call. */
  take(): JourneySnapshot[] {
    return Array.from(this.#byName, ([name, { iterations, duration }]) => ({
      name,
      iterations: iterations.take(),
      duration: duration.take(),
    }))
  }
}

/** What stands for the outcome of an iteration that failed: it has none, and the counts of errors want to know one. */
export const noOutcome = 0

/**
 * The iterations of one scenario on one thread, by how they ended; those of the run phase are timed.
 *
 * Times are readings of the thread's clock in microseconds.
 */
export class IterationRecorder {
  readonly #warmup = new IterationCounter()
  readonly #run = new IterationCounter()
  readonly #journeys = new JourneyRecorder()
  readonly #duration = new Histogram()
  readonly #sendLag = new Histogram()
  readonly #failures = new ErrorRecorder()
  readonly #places = new Map<string, string | undefined>()
  #runStart = Infinity

  /** Sets the start of the run phase, before the first iteration. */
  begin(runStart: number): void {
    this.#runStart = runStart
  }

  started(plannedAt: number, now: number, journey: string | undefined): void {
    if (plannedAt < this.#runStart) {
      this.#warmup.started()
      return
    }
    this.#run.started()
    this.#sendLag.record(now - plannedAt)
    if (journey !== undefined) this.#journeys.started(journey)
  }

  dropped(plannedAt: number, journey: string | undefined): void {
    if (plannedAt < this.#runStart) {
      this.#warmup.dropped()
      return
    }
    this.#run.dropped()
    if (journey !== undefined) this.#journeys.dropped(journey)
  }

  ended(end: IterationEnd, plannedAt: number, now: number, journey: string | undefined, reason: string | undefined): void {
    if (plannedAt < this.#runStart) {
      this.#warmup.ended(end)
      return
    }
    const duration = now - plannedAt
    this.#run.ended(end)
    if (end !== 'aborted') this.#duration.record(duration)
    if (journey !== undefined) this.#journeys.ended(journey, end, duration)
    if (end === 'failed') this.#failures.count(noOutcome, reason ?? 'no reason was given', now)
  }

  /** Whether it is not known yet where iterations fail for a reason. */
  wantsPlace(reason: string): boolean {
    return !this.#places.has(reason) && this.#places.size < mostReasons
  }

  /** Says where an iteration failed, the first of those that fail for this reason. */
  failedAt(reason: string, place: string | undefined): void {
    this.#places.set(reason, place)
  }

  /** What was recorded since the last call. */
  take(): IterationsOfUsersSnapshot {
    return {
      warmup: this.#warmup.take(),
      run: this.#run.take(),
      journeys: this.#journeys.take(),
      iterationDuration: this.#duration.take(),
      sendLag: this.#sendLag.take(),
      failures: this.#failures
        .take()
        .map(({ reason, count, first, last }) => ({ reason, at: this.#places.get(reason), count, first, last })),
    }
  }
}
