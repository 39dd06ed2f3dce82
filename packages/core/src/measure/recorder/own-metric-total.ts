import { FirstNames } from './first-names.ts'
import { addMetric, type MetricTotal } from './metric-total.ts'
import type { MetricSnapshot } from './snapshot.ts'

/** One value of the tag that a metric is kept by. */
export interface TagTotal {
  /** `other` for all beyond the first 200. */
  readonly name: string
  readonly total: MetricTotal
}

/** The sum of what threads recorded of one metric of the user's own: as a whole, and by the values of its tag. */
export class OwnMetricTotal {
  readonly #byTag = new FirstNames<{ total: MetricTotal | undefined }>(() => ({ total: undefined }))
  #whole: MetricTotal

  constructor(first: MetricSnapshot) {
    this.#whole = addMetric(undefined, first)
    this.#addTagged(first)
  }

  get whole(): MetricTotal {
    return this.#whole
  }
  /** In the order in which they were first seen; none where the metric is kept by no tag. */
  get byTag(): readonly TagTotal[] {
    return Array.from(this.#byTag.entries()).flatMap(([name, { total }]) => (total === undefined ? [] : [{ name, total }]))
  }

  add(snapshot: MetricSnapshot): void {
    this.#whole = addMetric(this.#whole, snapshot)
    this.#addTagged(snapshot)
  }

  #addTagged(snapshot: MetricSnapshot): void {
    if (snapshot.tag === undefined) return
    const known = this.#byTag.of(snapshot.tag)
    known.total = addMetric(known.total, snapshot)
  }
}
