import type { Placement } from './placement.ts'
import type { RemoteGenerator } from './remote-generator.ts'

interface Place {
  /** Which its agent must have; `undefined` where any will do. */
  readonly label: string | undefined
  generator: RemoteGenerator | undefined
}

/** The places for agents in a run. */
export class Places {
  readonly #places: readonly Place[]

  /** @param agents how many, any of them, or how many with which label */
  constructor(agents: number | readonly Placement[]) {
    const labels = typeof agents === 'number' ? Array.from({ length: agents }, () => undefined) : agents.flatMap(labelsOf)
    this.#places = labels.map((label) => ({ label, generator: undefined }))
  }

  get count(): number {
    return this.#places.length
  }

  /** Those who have a place, in the order of the places. */
  get generators(): readonly RemoteGenerator[] {
    return this.#places.flatMap(({ generator }) => generator ?? [])
  }

  /** One of which an agent must have to get a place that is free; none where any agent will do. */
  get wanted(): readonly string[] {
    const free = this.#places.filter(({ generator }) => generator === undefined)
    return [...new Set(free.flatMap(({ label }) => label ?? []))]
  }

  /** Gives a free place to an agent with these labels; `false` where there is none. */
  give(labels: Readonly<Record<string, string>>, create: () => RemoteGenerator): boolean {
    const has = (wanted: string): boolean => Object.entries(labels).some(([label, value]) => wanted === `${label}=${value}`)
    const place = this.#places.find(({ label, generator }) => generator === undefined && (label === undefined || has(label)))
    if (place === undefined) return false
    place.generator = create()
    return true
  }

  /** Frees the places of those that are lost, and tells who these are. */
  free(): readonly RemoteGenerator[] {
    return this.#places.flatMap((place) => {
      const { generator } = place
      if (generator?.lost === undefined) return []
      place.generator = undefined
      return generator
    })
  }

  /** Who came, and who was asked for. */
  describe(): string {
    const labels = Map.groupBy(this.#places, ({ label }) => label)
    const asked = [...labels].flatMap(([label, places]) => (label === undefined ? [] : `${places.length} with ${label}`))
    const came = this.generators.map(({ machine }) => machine.name)
    return `${came.length === 0 ? '' : `: ${came.join(', ')}`}${asked.length === 0 ? '' : ` (asked for: ${asked.join(', ')})`}`
  }
}

function labelsOf({ label, agents }: Placement): string[] {
  return Array.from({ length: agents }, () => label)
}
