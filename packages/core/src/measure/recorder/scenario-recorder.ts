import { Histogram, noTimes } from '../../model/metrics/histogram.ts'
import { outcomeIndex, type LossOutcome, type Closing } from '../../model/metrics/outcome.ts'
import { AbsenceRecorder } from './absence-recorder.ts'
import { ErrorRecorder, type Failure } from './error-recorder.ts'
import { InFlightMeter } from './in-flight-meter.ts'
import { noSeries } from './series.ts'
import { PhaseRecorder } from './phase-recorder.ts'
import { noConnections, type ScenarioSnapshot } from './snapshot.ts'
import { WindowRecorder } from './windows.ts'

const { ok, timeout, aborted } = outcomeIndex
/**
 * The requests and connections of one scenario on one thread. A request belongs to the phase of the instant it was planned for; connections
 * plan each request for when it is sent.
 *
 * Times are readings of the thread's clock in microseconds and may not go back. Recording an `ok` response allocates nothing.
 */
export class ScenarioRecorder {
  /** When the target was away for all connections, those of plugins too. */
  readonly absences: AbsenceRecorder = new AbsenceRecorder()
  readonly #warmup = new PhaseRecorder()
  readonly #run = new PhaseRecorder()
  readonly #warmupResponseTime = new Histogram()
  readonly #errors = new ErrorRecorder()
  readonly #warmupErrors = new ErrorRecorder()
  readonly #connectTime = new Histogram()
  readonly #fullTlsTime = new Histogram()
  readonly #resumedTlsTime = new Histogram()
  #runStart = Infinity
  #windows = new WindowRecorder(Infinity, Infinity)
  #inFlight = new InFlightMeter(Infinity, Infinity)
  #connections = noConnections()
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

  /** Ends the run phase at `at`, now or shortly before, and earlier than it was planned to: responses from then on belong to the drain. */
  endRun(at: number): void {
    this.#windows.end(at)
    this.#inFlight.end(at)
  }

  /** Requests of the run phase that failed so far, without the aborted ones. */
  get failures(): number {
    return this.#failures
  }

  /** Requests in flight, of both phases. */
  get inFlight(): number {
    return this.#inFlight.count
  }

  /** Where the service times of requests of the run phase are recorded that are sent later than they are planned, each right after the end of its request. */
  get serviceTime(): Histogram {
    return this.#windows.serviceTime
  }

  /** Something was read or is about to be sent at `now`; to be called before it is recorded. */
  turn(now: number): void {
    this.#windows.turn(now)
    this.#inFlight.turn(now)
  }

  received(bytes: number, now: number): void {
    if (bytes > 0) this.absences.heard(now)
    if (now >= this.#runStart) {
      this.#run.received(bytes)
      this.#windows.received(bytes)
    } else {
      this.#warmup.received(bytes)
    }
  }

  /** Requests are in flight from now on. `bytes` are those that were sent at once; {@link sent} counts what is sent later. */
  started(count: number, bytes: number, plannedAt: number): void {
    this.#inFlight.add(count)
    if (plannedAt >= this.#runStart) this.#run.started(count, bytes)
    else this.#warmup.started(count, bytes)
  }

  sent(bytes: number, plannedAt: number): void {
    if (plannedAt >= this.#runStart) this.#run.sent(bytes)
    else this.#warmup.sent(bytes)
  }

  /** A request that was due and not started. */
  dropped(plannedAt: number): void {
    if (plannedAt >= this.#runStart) this.#run.dropped()
    else this.#warmup.dropped()
  }

  /** A complete response. `reason` says why it is not `ok`. */
  responded(outcome: number, status: number, plannedAt: number, now: number, reason: string | Failure | undefined): void {
    this.#inFlight.add(-1)
    const responseTime = now - plannedAt
    // Rates count what arrives in the run phase, times and outcomes what was planned in it.
    if (now >= this.#runStart) this.#windows.responded(outcome === ok)
    if (plannedAt >= this.#runStart) {
      this.#run.responded(outcome, status)
      this.#windows.timed(responseTime)
      this.#lastEnd = now
      if (outcome !== ok) this.#failures += 1
      if (reason !== undefined) this.#errors.count(outcome, reason, now)
    } else {
      this.#warmup.responded(outcome, status)
      this.#warmupResponseTime.record(responseTime)
      if (reason !== undefined) this.#warmupErrors.count(outcome, reason, now)
    }
  }

  /** A request that ended without a complete response. `time` is that of a timeout, and the age of one that was cut off, which is `aborted`. */
  lost(loss: LossOutcome, reason: string | Failure, plannedAt: number, now: number, time: number): void {
    this.#inFlight.add(-1)
    const outcome = outcomeIndex[loss]
    if (now >= this.#runStart && outcome !== aborted) this.#windows.failed()
    if (plannedAt >= this.#runStart) {
      this.#run.ended(outcome)
      this.#lastEnd = now
      if (outcome !== aborted) this.#failures += 1
      if (outcome === timeout) this.#windows.timed(time)
      else if (outcome === aborted) this.#windows.cutOff(time)
      this.#errors.count(outcome, reason, now)
    } else {
      this.#warmup.ended(outcome)
      if (outcome === timeout) this.#warmupResponseTime.record(time)
      else if (outcome === aborted) this.#warmupResponseTime.cutOff(time)
      this.#warmupErrors.count(outcome, reason, now)
    }
  }

  /** A connection is open; `connectTime` where that is known, and `isResumed` says that TLS went on with an earlier session. */
  opened(connectTime?: number, tlsTime?: number, isResumed: boolean = false): void {
    this.#connections.opened += 1
    this.absences.opened()
    if (connectTime !== undefined) this.#connectTime.record(connectTime)
    if (tlsTime !== undefined) (isResumed ? this.#resumedTlsTime : this.#fullTlsTime).record(tlsTime)
  }

  /** A connection has closed, or could not be opened; to be called after the ends of its requests. */
  closed(closing: Omit<Closing, 'responded' | 'pipelinedAfterClose'>, now: number): void {
    const { by, wasOpen, isAnnounced, lost } = closing
    this.turn(now)
    this.absences.closed(closing, now)
    if (by === 'us') return
    if (!wasOpen) this.#connections.refused += 1
    else if (isAnnounced) this.#connections.closedAfterResponse += 1
    else if (lost === 0) this.closedIdle()
  }

  /** The target has closed a connection on which nothing was in flight. */
  closedIdle(): void {
    this.#connections.closedIdle += 1
  }

  /** A connection has ended with a response that announced it, the last of some, with requests pipelined after it. */
  pipelinedAfterClose(requests: number, responses: number): void {
    this.#connections.pipelinedAfterClose += requests
    const { least, most } = this.#connections.responsesBeforeClose ?? { least: responses, most: responses }
    this.#connections.responsesBeforeClose = { least: Math.min(least, responses), most: Math.max(most, responses) }
  }

  /** What was recorded since the last call. */
  take(now: number): ScenarioSnapshot {
    this.turn(now)
    const connections = this.#connections
    this.#connections = noConnections()
    const inFlight = this.#inFlight.take()
    return {
      warmup: this.#warmup.take(),
      warmupResponseTime: this.#warmupResponseTime.take(),
      run: this.#run.take(),
      windows: this.#windows.take(),
      warmupErrors: this.#warmupErrors.take(),
      errors: this.#errors.take(),
      absences: this.absences.take(),
      connections: {
        ...connections,
        connectTime: this.#connectTime.take(),
        fullTlsTime: this.#fullTlsTime.take(),
        resumedTlsTime: this.#resumedTlsTime.take(),
      },
      inFlightTime: inFlight.time,
      inFlightSeconds: inFlight.seconds,
      lastEnd: this.#lastEnd,
      warmupServiceTime: noTimes,
      endpoints: noSeries,
      users: undefined,
    }
  }
}
