import type { Placement } from './placement.ts'
import type { RemoteGenerator } from './remote-generator.ts'

type Labels = Readonly<Record<string, string>>

interface Holder {
  readonly generator: RemoteGenerator
  readonly labels: Labels
}

interface Place {
  /** The label that its agent must have; `undefined` where any agent will do. */
  readonly label: string | undefined
  holder: Holder | undefined
}

/** The places for agents in a run. */
export class MachinePlaces {
  readonly #places: readonly Place[]

  /** @param agents how many, any of them, or how many with which label */
  constructor(agents: number | readonly Placement[]) {
    const labels = typeof agents === 'number' ? Array.from({ length: agents }, () => undefined) : agents.flatMap(labelsOf)
    this.#places = labels.map((label) => ({ label, holder: undefined }))
  }

  get count(): number {
    return this.#places.length
  }

  /** Those who have a place, in the order of the places. */
  get generators(): readonly RemoteGenerator[] {
    return this.#places.flatMap(({ holder }) => holder?.generator ?? [])
  }

  /** The labels of which an agent must have one to get a place; none where any agent will do. */
  get wanted(): readonly string[] {
    const isFull = this.#places.every(({ holder }) => holder !== undefined)
    // An agent with a label that is taken gets its place if who has it can move to another.
    return isFull ? [] : [...new Set(this.#places.flatMap(({ label }) => label ?? []))]
  }

  /** Gives a place to an agent with these labels, for which others may have to move; `false` where there is none. */
  give(labels: Labels, create: () => RemoteGenerator): boolean {
    const place = this.#makeRoom(labels, new Set())
    if (place === undefined) return false
    place.holder = { generator: create(), labels }
    return true
  }

  // An augmenting path of a bipartite matching: a place is free, or becomes free because who has it gets another one.
  #makeRoom(labels: Labels, visited: Set<Place>): Place | undefined {
    const fitting = this.#places.filter(({ label }) => label === undefined || has(labels, label))
    const free = fitting.find(({ holder }) => holder === undefined)
    if (free !== undefined) return free
    for (const place of fitting) {
      const { holder } = place
      if (holder === undefined || visited.has(place)) continue
      visited.add(place)
      const other = this.#makeRoom(holder.labels, visited)
      if (other === undefined) continue
      other.holder = holder
      place.holder = undefined
      return place
    }
    return undefined
  }

  /** Frees the places of those that are lost, and tells who these are. */
  free(): readonly RemoteGenerator[] {
    return this.#places.flatMap((place) => {
      const { holder } = place
      if (holder?.generator.lost === undefined) return []
      place.holder = undefined
      return holder.generator
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

function has(labels: Labels, wanted: string): boolean {
  return Object.entries(labels).some(([label, value]) => wanted === `${label}=${value}`)
}

function labelsOf({ label, agents }: Placement): string[] {
  return Array.from({ length: agents }, () => label)
}
