import type { Clock } from '../base/clock/clock.ts'
import type { DeliveryRecorder } from '../measure/delivery/delivery-recorder.ts'
import { DeliveryTotals } from '../measure/delivery/delivery-totals.ts'
import type { MetricDefinitions } from '../model/metrics/metric-definition.ts'
import { ScenarioTotals } from '../measure/recorder/scenario-totals.ts'
import type { UserRecorder } from '../measure/recorder/user-recorder.ts'
import { summarizeRecorded, type Recorded } from './recorded.ts'

/** What is recorded of one user, and of what. */
export interface RecordedParts {
  readonly recorder: UserRecorder
  readonly deliveries: DeliveryRecorder
  readonly metrics: MetricDefinitions
  /** Of the plugin. */
  readonly name: string
  readonly clock: Clock
}

/** Adds up what is recorded of one user, to be read as often as wanted. */
export class RecordedUser {
  readonly #parts: RecordedParts
  readonly #totals = new ScenarioTotals()
  readonly #deliveries = new DeliveryTotals()
  readonly #start: number

  constructor(parts: RecordedParts) {
    this.#parts = parts
    this.#start = parts.clock.now()
  }

  read(): Recorded {
    const { recorder, deliveries, clock, metrics, name } = this.#parts
    const now = clock.now()
    this.#totals.add(recorder.take(now))
    const delivered = deliveries.take()
    if (delivered !== undefined) this.#deliveries.add(delivered)
    return summarizeRecorded({
      name,
      metrics,
      totals: this.#totals,
      deliveries: this.#deliveries,
      start: this.#start,
      seconds: (now - this.#start) / 1e6,
    })
  }
}
