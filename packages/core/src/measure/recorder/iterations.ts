import type { RecordedFigures } from '../../model/metrics/figure-sums.ts'
import { Histogram, type HistogramSnapshot } from '../../model/metrics/histogram.ts'
import { ErrorRecorder, mostReasons, type ErrorSnapshot } from './error-recorder.ts'
import { CreatingMap } from './first-names.ts'

/** Iterations of one phase since the last snapshot: `started = completed + failed + aborted` at the end. */
export type IterationsSnapshot = RecordedFigures<'iterations', 'count'>

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
  readonly journeys: readonly JourneySnapshot[]
  /** Durations of ended iterations of the run phase, in microseconds from their planned start. */
  readonly iterationDuration: HistogramSnapshot
  readonly failures: readonly IterationFailure[]
}

/** Why iterations failed, and where in the code of their journey. */
interface IterationFailure extends Omit<ErrorSnapshot, 'outcome' | 'endpoint'> {
  readonly at?: string | undefined
}

/** How an iteration, or a user, ended. */
export type IterationEnd = 'completed' | 'failed' | 'aborted'

function noIterations(): { -readonly [Count in keyof IterationsSnapshot]: number } {
  return { started: 0, dropped: 0, completed: 0, failed: 0, aborted: 0 }
}

/** The outcome that stands for failed iterations, which have none, in the counts of errors. */
export const noOutcome = 0

/**
 * Counts the iterations of one scenario on one thread by how they ended, and times those of the run phase.
 *
 * Times are readings of the thread's clock in microseconds.
 */
export class IterationRecorder {
  readonly #journeys = new CreatingMap((_name: string) => ({ iterations: noIterations(), duration: new Histogram() }))
  readonly #duration = new Histogram()
  readonly #sendLag: Histogram
  readonly #failures = new ErrorRecorder()
  readonly #places = new Map<string, string | undefined>()
  #warmup = noIterations()
  #run = noIterations()
  #runStart = Infinity

  /** @param sendLag for the times from the planned start of an iteration of the run phase to its actual start */
  constructor(sendLag: Histogram) {
    this.#sendLag = sendLag
  }

  begin(runStart: number): void {
    this.#runStart = runStart
  }

  started(plannedAt: number, now: number, journey: string | undefined): void {
    this.#count('started', plannedAt, journey)
    if (plannedAt >= this.#runStart) this.#sendLag.record(now - plannedAt)
  }

  dropped(plannedAt: number, journey: string | undefined): void {
    this.#count('dropped', plannedAt, journey)
  }

  ended(end: IterationEnd, plannedAt: number, now: number, journey: string | undefined, reason: string | undefined): void {
    this.#count(end, plannedAt, journey)
    if (plannedAt < this.#runStart) return
    if (end === 'failed') this.#failures.count(noOutcome, reason ?? 'no reason was given', now)
    if (end === 'aborted') return
    this.#duration.record(now - plannedAt)
    if (journey !== undefined) this.#journeys.of(journey).duration.record(now - plannedAt)
  }

  failedAt(reason: string, findPlace: () => string | undefined): void {
    if (!this.#places.has(reason) && this.#places.size < mostReasons) this.#places.set(reason, findPlace())
  }

  take(): IterationsOfUsersSnapshot {
    const [warmup, run] = [this.#warmup, this.#run]
    this.#warmup = noIterations()
    this.#run = noIterations()
    return {
      warmup,
      run,
      journeys: Array.from(this.#journeys, ([name, journey]) => {
        const { iterations, duration } = journey
        journey.iterations = noIterations()
        return { name, iterations, duration: duration.take() }
      }),
      iterationDuration: this.#duration.take(),
      failures: this.#failures
        .take()
        .map(({ reason, count, first, last }) => ({ reason, at: this.#places.get(reason), count, first, last })),
    }
  }

  #count(what: keyof IterationsSnapshot, plannedAt: number, journey: string | undefined): void {
    const isInRun = plannedAt >= this.#runStart
    const phase = isInRun ? this.#run : this.#warmup
    phase[what] += 1
    if (isInRun && journey !== undefined) this.#journeys.of(journey).iterations[what] += 1
  }
}
