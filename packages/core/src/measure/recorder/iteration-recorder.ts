import { Histogram } from '../../model/metrics/histogram.ts'
import { ErrorRecorder } from './error-recorder.ts'
import { IterationCounter } from './iteration-counter.ts'
import type { IterationEnd } from './iteration-end.ts'
import { JourneyRecorder } from './journey-recorder.ts'
import type { UsersSnapshot } from './snapshot.ts'

// Iterations have no outcomes, of which the recorder of errors wants to know one.
const noOutcome = 0

/**
 * What became of the iterations of one scenario on one thread; those of the run phase are timed.
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

  /** What was recorded since the last call. */
  take(): Pick<UsersSnapshot, 'warmup' | 'run' | 'journeys' | 'iterationDuration' | 'sendLag' | 'failures'> {
    const snapshot = {
      warmup: this.#warmup.take(),
      run: this.#run.take(),
      journeys: this.#journeys.take(),
      iterationDuration: this.#duration.snapshot(),
      sendLag: this.#sendLag.snapshot(),
      failures: this.#failures.take().map(({ reason, count, first, last }) => ({ reason, count, first, last })),
    }
    this.#duration.reset()
    this.#sendLag.reset()
    return snapshot
  }
}
