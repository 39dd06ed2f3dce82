import type { Clock } from '../clock/clock.ts'
import { localLimitIn } from '../metrics/local-limit.ts'
import { pluginOutcomeIndex, pluginOutcomes, type PluginOutcome } from '../metrics/plugin-outcome.ts'
import type { PluginRequestRecorder } from '../recorder/plugin-request-recorder.ts'
import { failureReason } from './failure-reason.ts'
import type { PlannedTime } from './http/http-wiring.ts'
import type { PluginRequests } from './plugin-requests.ts'
import type { TargetWaits } from './target-waits.ts'

/** The requests of one user over the client of one plugin. Neither starting nor ending one allocates anything. */
export class UserRequests implements PluginRequests {
  readonly #recorder: PluginRequestRecorder
  readonly #waits: TargetWaits
  readonly #clock: Clock
  readonly #planned: Pick<PlannedTime, 'take' | 'onEnded'>
  // In flight, by the phase they belong to.
  #ofWarmup = 0
  #ofRun = 0
  // Connections that are open.
  #connections = 0
  #isOver = false
  // Those that fail mostly do so for the same reason, and looking for secrets takes longer than all the rest.
  #given: string | undefined
  #shown: string | undefined

  constructor(recorder: PluginRequestRecorder, waits: TargetWaits, clock: Clock, planned: Pick<PlannedTime, 'take' | 'onEnded'>) {
    this.#recorder = recorder
    this.#waits = waits
    this.#clock = clock
    this.#planned = planned
  }

  started(): number {
    const now = this.#clock.now()
    if (this.#isOver) return now
    // The first request of the iteration is this one, whatever the journey asks for next.
    this.#planned.take(now)
    this.#recorder.started(now)
    if (this.#recorder.isOfRun(now)) this.#ofRun += 1
    else this.#ofWarmup += 1
    this.#waits.onReplies(1, now)
    return now
  }

  ended(startedAt: number, outcome: PluginOutcome, reason?: string): void {
    if (this.#isOver) return
    // Types are not looked at when a plugin runs, and what is counted nowhere would break the identity at the end of the test.
    if (!Object.hasOwn(pluginOutcomeIndex, outcome))
      throw new TypeError(`requests.ended: "${outcome}" is no outcome: known are ${pluginOutcomes.join(', ')}`)
    const isOfRun = this.#recorder.isOfRun(startedAt)
    if ((isOfRun ? this.#ofRun : this.#ofWarmup) === 0) throw new Error('requests.ended: all that were started have ended; each ends once')
    if (isOfRun) this.#ofRun -= 1
    else this.#ofWarmup -= 1
    const now = this.#clock.now()
    // A plugin need not know what a limit of this machine looks like.
    const isLocal = (outcome === 'refused' || outcome === 'reset') && reason !== undefined && localLimitIn(reason) !== undefined
    this.#recorder.ended(startedAt, isLocal ? 'local_error' : outcome, now, reason === undefined ? undefined : this.#show(reason))
    this.#waits.onReplies(-1, now)
    hearEnd(this.#planned, outcome)
  }

  connected(): void {
    if (this.#isOver) return
    this.#connections += 1
    this.#recorder.connected()
  }

  disconnected(by: 'target' | 'client'): void {
    if (this.#isOver) return
    if (this.#connections === 0) throw new Error('requests.disconnected: no connection is open')
    this.#connections -= 1
    this.#recorder.disconnected(by, this.#clock.now())
  }

  /** Its user has left: what is in flight ends as `aborted`, and nothing counts any more. */
  end(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#recorder.aborted(this.#ofWarmup, this.#ofRun)
    for (; this.#connections > 0; this.#connections -= 1) this.#recorder.disconnected('client', this.#clock.now())
  }

  // An empty reason says nothing.
  #show(reason: string): string | undefined {
    if (reason !== this.#given) {
      this.#given = reason
      this.#shown = failureReason(reason) || undefined
    }
    return this.#shown
  }
}

// What came and was no answer of the protocol is no response.
function hearEnd(planned: Pick<PlannedTime, 'onEnded'>, outcome: PluginOutcome): void {
  planned.onEnded?.(outcome === 'ok' || outcome === 'error')
}
