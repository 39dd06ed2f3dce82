import type { SeriesRecorder } from '../../../measure/recorder/series-recorder.ts'
import type { UserRecorder } from '../../../measure/recorder/user-recorder.ts'

/** What requests of one kind are counted under. */
export interface Endpoint {
  /** Such as `GET /api/auctions/{id}`. */
  readonly name: string
  readonly series: readonly SeriesRecorder[]
}

// The recorder tells 200 apart; a journey whose paths are all different should not fill the memory either.
const mostKnown = 1000

/** The endpoints of one scenario on one thread, found again by method and template without making their names anew. */
export class Endpoints {
  readonly #recorder: UserRecorder | undefined
  readonly #known = new Map<string, Map<string, Endpoint>>()
  readonly #named = new Map<string, Endpoint>()

  constructor(recorder: UserRecorder | undefined) {
    this.#recorder = recorder
  }

  /** The endpoint that a method and a template name. */
  of(method: string, template: string): Endpoint {
    let ofMethod = this.#known.get(method)
    if (ofMethod === undefined) this.#known.set(method, (ofMethod = new Map()))
    const known = ofMethod.get(template)
    if (known !== undefined) return known
    const endpoint = this.#make(`${method} ${template}`)
    if (ofMethod.size < mostKnown) ofMethod.set(template, endpoint)
    return endpoint
  }

  /** The endpoint with a name of the user's own, or with tags. */
  named(name: string, tags: Readonly<Record<string, string>> | undefined): Endpoint {
    if (tags !== undefined) return this.#make(name, tags)
    const known = this.#named.get(name)
    if (known !== undefined) return known
    const endpoint = this.#make(name)
    if (this.#named.size < mostKnown) this.#named.set(name, endpoint)
    return endpoint
  }

  #make(name: string, tags?: Readonly<Record<string, string>>): Endpoint {
    return { name, series: this.#recorder?.seriesOf(name, tags) ?? [] }
  }
}
