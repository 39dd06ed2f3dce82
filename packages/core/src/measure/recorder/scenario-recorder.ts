import { Histogram } from '../../model/metrics/histogram.ts'
import { outcomeIndex, type LossOutcome, type Closing } from '../../model/metrics/outcome.ts'
import { AbsenceRecorder } from './absence-recorder.ts'
import { ErrorRecorder, type Failure } from './error-recorder.ts'
import { InFlightMeter } from './in-flight-meter.ts'
import { PhaseRecorder, SeriesSet, type SeriesRecorder } from './series.ts'
import { noConnections, type ScenarioSnapshot } from './snapshot.ts'
import { WindowRecorder } from './windows.ts'

const { ok, timeout, aborted } = outcomeIndex

/** The name for requests that go to none of the target's servers. */
export const otherServers = 'other servers'

/**
 * Records the requests and connections of one scenario on one thread. A request belongs to the phase in which it was planned; connections plan each
 * request when it is sent.
 *
 * Times are readings of the thread's clock in microseconds and may not go back. Recording an `ok` response allocates nothing.
 */
export class ScenarioRecorder {
  /** The absences of the target from all connections, including those of plugins. */
  readonly absences: AbsenceRecorder = new AbsenceRecorder()
  /** The endpoints, if there are several; what is recorded of a request is recorded of its endpoint, too. */
  readonly endpoints: SeriesSet = new SeriesSet()
  /** When the warm-up ends and the run phase starts. */
  runStart: number = Infinity
  readonly #warmup = new PhaseRecorder()
  readonly #run = new PhaseRecorder()
  readonly #warmupResponseTime = new Histogram()
  readonly #errors = new ErrorRecorder()
  readonly #warmupErrors = new ErrorRecorder()
  readonly #connectTime = new Histogram()
  readonly #fullTlsTime = new Histogram()
  readonly #resumedTlsTime = new Histogram()
  readonly #warmupServiceTime = new Histogram()
  #servers: SeriesSet | undefined
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
    this.runStart = runStart
    this.#windows = new WindowRecorder(runStart, runEnd)
    this.#inFlight = new InFlightMeter(runStart, runEnd)
  }

  /** Ends the run phase early, at `at`, which is now or shortly before: later responses belong to the drain. */
  endRun(at: number): void {
    this.#windows.end(at)
    this.#inFlight.end(at)
  }

  /** The number of failed requests of the run phase so far, without aborted ones. */
  get failures(): number {
    return this.#failures
  }

  get inFlight(): number {
    return this.#inFlight.count
  }

  /** The histogram for service times of requests that are sent later than planned; each is recorded right after the end of its request. */
  serviceTimeOf(plannedAt: number): Histogram {
    return plannedAt >= this.runStart ? this.#windows.serviceTime : this.#warmupServiceTime
  }

  /** Also counts the requests to each of several servers, and those to `others`. */
  addServers(names: readonly string[]): { readonly all: readonly SeriesRecorder[]; readonly others: SeriesRecorder } {
    const servers = (this.#servers = new SeriesSet())
    return { all: names.map((name) => servers.of(name)), others: servers.of(otherServers) }
  }

  /** Advances the clock of the recorder to `now`; to be called before anything read or sent is recorded. */
  turn(now: number): void {
    this.#windows.turn(now)
    this.#inFlight.turn(now)
  }

  /** Notes bytes that were read at `now`, before the responses in them. */
  received(bytes: number, now: number): void {
    this.turn(now)
    if (bytes > 0) this.absences.heard(now)
    this.#countsOf(now).dataReceived += bytes
    if (now >= this.runStart) this.#windows.received(bytes)
  }

  /** Notes that requests are in flight from now on. `bytes` are those that were sent at once; {@link sent} counts later ones. */
  started(count: number, bytes: number, plannedAt: number): void {
    this.#inFlight.add(count)
    const counts = this.#countsOf(plannedAt)
    counts.started += count
    counts.dataSent += bytes
  }

  sent(bytes: number, plannedAt: number): void {
    this.#countsOf(plannedAt).dataSent += bytes
  }

  retried(plannedAt: number): void {
    this.#countsOf(plannedAt).retried += 1
  }

  dropped(plannedAt: number): void {
    this.#countsOf(plannedAt).dropped += 1
  }

  /** Records a complete response. `reason` is why it is not `ok`. */
  responded(outcome: number, status: number, plannedAt: number, now: number, reason: string | Failure | undefined): void {
    this.#inFlight.add(-1)
    const responseTime = now - plannedAt
    // Rates count responses that arrive in the run phase; times and outcomes count requests that were planned in it.
    if (now >= this.runStart) this.#windows.responded(outcome === ok)
    if (plannedAt >= this.runStart) {
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

  /** Records a request without a complete response. `time` is that of a timeout, or the age of a request that was cut off, which is `aborted`. */
  lost(loss: LossOutcome, reason: string | Failure, plannedAt: number, now: number, time: number): void {
    this.#inFlight.add(-1)
    const outcome = outcomeIndex[loss]
    if (now >= this.runStart && outcome !== aborted) this.#windows.failed()
    if (plannedAt >= this.runStart) {
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

  /** Notes that a connection is open; `connectTime` is given if it is known, and `isResumed` means that TLS resumed an earlier session. */
  opened(connectTime?: number, tlsTime?: number, isResumed: boolean = false): void {
    this.#connections.opened += 1
    this.absences.opened()
    if (connectTime !== undefined) this.#connectTime.record(connectTime)
    if (tlsTime !== undefined) (isResumed ? this.#resumedTlsTime : this.#fullTlsTime).record(tlsTime)
  }

  /** Notes that a connection has closed, or could not be opened; to be called after the ends of its requests. */
  closed(closing: Omit<Closing, 'pipelinedAfterClose'>, now: number): void {
    const { by, wasOpen, isAnnounced, lost, responded, isSurplus } = closing
    this.turn(now)
    this.absences.closed(closing, now)
    // What would have followed the only response of a connection that we closed is unknown.
    if (isSurplus) this.#connections.surplus += 1
    else if (responded > (by === 'us' ? 1 : 0)) this.#connections.withoutSurplus += 1
    if (by === 'us') return
    if (!wasOpen) this.#connections.refused += 1
    else if (isAnnounced) this.#connections.closedAfterResponse += 1
    else if (lost === 0) this.closedIdle()
  }

  /** Notes that the target has closed a connection on which nothing was in flight. */
  closedIdle(): void {
    this.#connections.closedIdle += 1
  }

  /** Notes that a connection has ended with a response that announced it, after a number of `responses`, with requests pipelined after it. */
  pipelinedAfterClose(requests: number, responses: number): void {
    this.#connections.pipelinedAfterClose += requests
    const { least, most } = this.#connections.responsesBeforeClose ?? { least: responses, most: responses }
    this.#connections.responsesBeforeClose = { least: Math.min(least, responses), most: Math.max(most, responses) }
  }

  #countsOf(plannedAt: number): PhaseRecorder['counts'] {
    return plannedAt >= this.runStart ? this.#run.counts : this.#warmup.counts
  }

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
      warmupServiceTime: this.#warmupServiceTime.take(),
      endpoints: this.endpoints.take(),
      ...(this.#servers !== undefined && { servers: this.#servers.take() }),
      users: undefined,
    }
  }
}
