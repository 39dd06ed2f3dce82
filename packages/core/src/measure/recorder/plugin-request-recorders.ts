import type { AbsenceRecorder } from './absence-recorder.ts'
import { PluginRequestRecorder } from './plugin-request-recorder.ts'
import type { PluginRequestsSnapshot } from './snapshot.ts'

/** The plugins that count their requests in one scenario on one thread, each created when it is first asked for. */
export class PluginRequestRecorders {
  readonly #byPlugin = new Map<string, PluginRequestRecorder>()
  #runStart = Infinity
  #runEnd = Infinity
  readonly #absences: AbsenceRecorder

  /** @param absences of the scenario */
  constructor(absences: AbsenceRecorder) {
    this.#absences = absences
  }

  /** Sets the phases, also of those that are yet to come. */
  begin(runStart: number, runEnd: number): void {
    this.#runStart = runStart
    this.#runEnd = runEnd
    for (const requests of this.#byPlugin.values()) requests.begin(runStart, runEnd)
  }

  /** Ends the run phase at `at`, now or shortly before, and earlier than planned. */
  endRun(at: number): void {
    this.#runEnd = Math.min(this.#runEnd, at)
    for (const requests of this.#byPlugin.values()) requests.endRun(at)
  }

  /** The one of a plugin, by its name. */
  of(plugin: string): PluginRequestRecorder {
    const known = this.#byPlugin.get(plugin)
    if (known !== undefined) return known
    const requests = new PluginRequestRecorder(plugin, this.#absences)
    requests.begin(this.#runStart, this.#runEnd)
    this.#byPlugin.set(plugin, requests)
    return requests
  }

  /** Requests of the run phase that failed so far, without the aborted ones. */
  get failures(): number {
    let failures = 0
    for (const requests of this.#byPlugin.values()) failures += requests.failures
    return failures
  }

  /** What was recorded since the last call. */
  take(now: number): PluginRequestsSnapshot[] {
    return Array.from(this.#byPlugin.values(), (requests) => requests.take(now))
  }
}
