import { Histogram } from '../metrics/histogram.ts'
import { outcomeIndex, type Outcome } from '../metrics/outcome.ts'
import { ErrorRecorder } from './error-recorder.ts'
import { InFlightMeter } from './in-flight-meter.ts'
import { PhaseRecorder } from './phase-recorder.ts'
import type { ScenarioSnapshot } from './snapshot.ts'
import { WindowRecorder } from './window-recorder.ts'

const { ok, timeout, aborted } = outcomeIndex

/**
 * All that is measured of one scenario on one thread. A request belongs to the phase it started in.
 *
 * Times are readings of the thread's clock in microseconds and may not go back. Recording an `ok` answer allocates nothing.
 */
export class ScenarioRecorder {
  readonly #warmup = new PhaseRecorder()
  readonly #run = new PhaseRecorder()
  readonly #warmupResponseTime = new Histogram()
  readonly #errors = new ErrorRecorder()
  readonly #connectTime = new Histogram()
  readonly #tlsTime = new Histogram()
  #runStart = Infinity
  #windows = new WindowRecorder(Infinity, Infinity)
  #inFlight = new InFlightMeter(Infinity, Infinity)
  #opened = 0
  #refused = 0
  #closedIdle = 0
  #closedBehindAnswer = 0
  #lastEnd = 0
  #failures = 0

  /**
   * Sets the phases, before the first request; connections may be recorded earlier.
   *
   * @param runStart when the warm-up ends and the run phase starts
   * @param runEnd when the run phase ends; `Infinity` when a number of requests ends it
   */
  begin(runStart: number, runEnd: number): void {
    this.#runStart = runStart
    this.#windows = new WindowRecorder(runStart, runEnd)
    this.#inFlight = new InFlightMeter(runStart, runEnd)
  }

  /** Ends the run phase at `now`, earlier than it was planned to: what is answered from now on belongs to the drain. */
  endRun(now: number): void {
    this.turn(now)
    this.#windows.end(now)
    this.#inFlight.end(now)
  }

  /** Requests of the run phase that failed so far, without the aborted ones. */
  get failures(): number {
    return this.#failures
  }

  /** Requests in flight, of both phases. */
  get inFlight(): number {
    return this.#inFlight.count
  }

  /** Something was read or is about to be sent at `now`; to be called before it is recorded. */
  turn(now: number): void {
    this.#windows.turn(now)
    this.#inFlight.turn(now)
  }

  received(bytes: number, now: number): void {
    if (now >= this.#runStart) {
      this.#run.received(bytes)
      this.#windows.received(bytes)
    } else {
      this.#warmup.received(bytes)
    }
  }

  started(count: number, bytes: number, now: number): void {
    this.#inFlight.add(count)
    if (now >= this.#runStart) this.#run.started(count, bytes)
    else this.#warmup.started(count, bytes)
  }

  /** A complete answer. `reason` says why it is not `ok`. */
  answered(outcome: number, status: number, sentAt: number, now: number, reason: string | undefined): void {
    this.#inFlight.add(-1)
    const responseTime = now - sentAt
    // Rates count what arrives in the run phase, times and outcomes what was sent in it.
    if (now >= this.#runStart) this.#windows.answered(outcome === ok)
    if (sentAt >= this.#runStart) {
      this.#run.answered(outcome, status)
      this.#windows.timed(responseTime)
      this.#lastEnd = now
      if (outcome !== ok) this.#failures += 1
      if (reason !== undefined) this.#errors.count(outcome, reason, now)
    } else {
      this.#warmup.answered(outcome, status)
      this.#warmupResponseTime.record(responseTime)
    }
  }

  /** A request that ended without a complete answer; a timeout is timed as `responseTime`. */
  lost(
    loss: Exclude<Outcome, 'ok' | 'http_error' | 'check_failed'>,
    reason: string,
    sentAt: number,
    now: number,
    responseTime: number,
  ): void {
    this.#inFlight.add(-1)
    const outcome = outcomeIndex[loss]
    if (now >= this.#runStart && outcome !== aborted) this.#windows.failed()
    if (sentAt >= this.#runStart) {
      this.#run.ended(outcome)
      this.#lastEnd = now
      if (outcome !== aborted) this.#failures += 1
      if (outcome === timeout) this.#windows.timed(responseTime)
      this.#errors.count(outcome, reason, now)
    } else {
      this.#warmup.ended(outcome)
      if (outcome === timeout) this.#warmupResponseTime.record(responseTime)
    }
  }

  opened(connectTime: number, tlsTime: number | undefined): void {
    this.#opened += 1
    this.#connectTime.record(connectTime)
    if (tlsTime !== undefined) this.#tlsTime.record(tlsTime)
  }

  refused(): void {
    this.#refused += 1
  }

  closedIdle(): void {
    this.#closedIdle += 1
  }

  closedBehindAnswer(requests: number): void {
    this.#closedBehindAnswer += requests
  }

  /** What was recorded since the last call. */
  take(now: number): ScenarioSnapshot {
    this.turn(now)
    const snapshot: ScenarioSnapshot = {
      warmup: this.#warmup.take(),
      warmupResponseTime: this.#warmupResponseTime.snapshot(),
      run: this.#run.take(),
      windows: this.#windows.take(),
      errors: this.#errors.take(),
      connections: {
        opened: this.#opened,
        refused: this.#refused,
        closedIdle: this.#closedIdle,
        closedBehindAnswer: this.#closedBehindAnswer,
        connectTime: this.#connectTime.snapshot(),
        tlsTime: this.#tlsTime.snapshot(),
      },
      inFlightTime: this.#inFlight.take(),
      lastEnd: this.#lastEnd,
    }
    for (const histogram of [this.#warmupResponseTime, this.#connectTime, this.#tlsTime]) histogram.reset()
    this.#opened = 0
    this.#refused = 0
    this.#closedIdle = 0
    this.#closedBehindAnswer = 0
    return snapshot
  }
}
