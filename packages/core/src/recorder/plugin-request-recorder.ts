import { pluginOutcomeIndex, pluginOutcomes, type PluginOutcome } from '../metrics/plugin-outcome.ts'
import type { AbsenceRecorder } from './absence-recorder.ts'
import { ErrorRecorder } from './error-recorder.ts'
import type { PluginPhaseSnapshot, PluginRequestsSnapshot } from './snapshot.ts'

/**
 * Counts the requests of one plugin in one scenario on one thread.
 *
 * Each belongs to the phase in which it was started. Times are readings of the thread's clock in microseconds. An `ok` one allocates nothing.
 */
export class PluginRequestRecorder {
  readonly #plugin: string
  readonly #warmup = new PhaseCounter()
  readonly #run = new PhaseCounter()
  readonly #failures = new ErrorRecorder()
  #runStart = Infinity
  #failed = 0
  // Whether it tells of its connections: else nobody knows whether a refusal is everyone's.
  #hasConnections = false
  readonly #absences: AbsenceRecorder

  /**
   * @param plugin its name
   * @param absences of the scenario
   */
  constructor(plugin: string, absences: AbsenceRecorder) {
    this.#plugin = plugin
    this.#absences = absences
  }

  /** Requests of the run phase that failed so far, without the aborted ones. */
  get failed(): number {
    return this.#failed
  }

  /** Sets the start of the run phase. */
  begin(runStart: number): void {
    this.#runStart = runStart
  }

  /** Whether a request that was started then belongs to the run phase. */
  isOfRun(startedAt: number): boolean {
    return startedAt >= this.#runStart
  }

  started(startedAt: number): void {
    this.#phaseOf(startedAt).started += 1
  }

  /** @param reason why it failed */
  ended(startedAt: number, outcome: PluginOutcome, now: number, reason: string = outcome): void {
    if (outcome === 'ok' || outcome === 'error') this.#absences.heard(now)
    else if (outcome === 'refused' && this.#hasConnections) this.#absences.refused(now)
    this.#phaseOf(startedAt).ended(outcome, 1)
    if (outcome === 'ok' || outcome === 'aborted' || !this.isOfRun(startedAt)) return
    this.#failed += 1
    this.#failures.count(pluginOutcomeIndex[outcome], reason, now)
  }

  connected(): void {
    this.#hasConnections = true
    this.#absences.opened()
  }

  disconnected(by: 'target' | 'client', now: number): void {
    this.#absences.left(by, now)
  }

  /** So many requests were in flight that nobody waits for any more. */
  aborted(ofWarmup: number, ofRun: number): void {
    this.#warmup.ended('aborted', ofWarmup)
    this.#run.ended('aborted', ofRun)
  }

  /** What was recorded since the last call. */
  take(): PluginRequestsSnapshot {
    return {
      plugin: this.#plugin,
      warmup: this.#warmup.take(),
      run: this.#run.take(),
      failures: this.#failures.take().map(({ outcome, reason, count, first, last }) => ({ outcome, reason, count, first, last })),
    }
  }

  #phaseOf(startedAt: number): PhaseCounter {
    return this.isOfRun(startedAt) ? this.#run : this.#warmup
  }
}

class PhaseCounter {
  started = 0
  readonly #outcomes = new Float64Array(pluginOutcomes.length)

  ended(outcome: PluginOutcome, count: number): void {
    this.#outcomes[pluginOutcomeIndex[outcome]]! += count
  }

  take(): PluginPhaseSnapshot {
    const snapshot = { started: this.started, outcomes: [...this.#outcomes] }
    this.started = 0
    this.#outcomes.fill(0)
    return snapshot
  }
}
