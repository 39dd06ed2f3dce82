import { Histogram, type HistogramSnapshot } from '../../model/metrics/histogram.ts'
import { ErrorRecorder, mostReasons, type ErrorSnapshot } from './error-recorder.ts'
import { CreatingMap } from './first-names.ts'

/** Iterations of one phase since the last snapshot: `started = completed + failed + aborted` at the end. */
export interface IterationsSnapshot {
  readonly started: number
  /** Iterations that were due but not started, because no user was free. */
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
  /** The journeys in the order in which they were first seen. */
  readonly journeys: readonly JourneySnapshot[]
  /** Durations of ended iterations of the run phase, in microseconds from their planned start. */
  readonly iterationDuration: HistogramSnapshot
  /** Times from the planned start of an iteration of the run phase to its actual start. */
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

  /** Returns the records since the last call. */
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

  /** Notes the end of an iteration; `duration` is in microseconds, and is ignored for an aborted one. */
  ended(name: string, end: IterationEnd, duration: number): void {
    const journey = this.#byName.of(name)
    journey.iterations.ended(end)
    if (end !== 'aborted') journey.duration.record(duration)
  }

  /** Returns the records since the last call. */
  take(): JourneySnapshot[] {
    return Array.from(this.#byName, ([name, { iterations, duration }]) => ({
      name,
      iterations: iterations.take(),
      duration: duration.take(),
    }))
  }
}

/** The outcome that stands for failed iterations, which have none, in the counts of errors. */
export const noOutcome = 0

/**
 * Counts the iterations of one scenario on one thread by how they ended, and times those of the run phase.
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

  /** Whether the place at which iterations fail for a reason is still unknown. */
  wantsPlace(reason: string): boolean {
    return !this.#places.has(reason) && this.#places.size < mostReasons
  }

  /** Records where the first iteration that fails for a reason failed. */
  failedAt(reason: string, place: string | undefined): void {
    this.#places.set(reason, place)
  }

  /** Returns the records since the last call. */
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
