import { isDisturbed, lostCpu } from './measure-capacity.ts'
import type { CapacityMeasurement } from './measure-capacity.ts'

/** The measurements of one tool. */
export interface ToolMeasurements {
  readonly tool: string
  /** Those that count. */
  readonly kept: readonly CapacityMeasurement[]
  /** Those that others, or the machine, disturbed more. */
  readonly setAside: readonly CapacityMeasurement[]
}

// How many more measurements are made at most, while they are disturbed.
const mostTries = 3

/**
 * Has tools measured by turns until each has enough undisturbed measurements; the one that begins is another one in each round.
 *
 * What is kept depends on the CPU that was taken from a measurement, never on its figure.
 */
export async function takeTurns<Tool extends { readonly name: string }>(
  tools: readonly Tool[],
  rounds: number,
  measure: (tool: Tool) => Promise<CapacityMeasurement>,
): Promise<readonly ToolMeasurements[]> {
  const made = new Map<Tool, CapacityMeasurement[]>(tools.map((tool) => [tool, []]))
  for (let round = 0; round < rounds * mostTries; round++) {
    const first = round % tools.length
    for (const tool of [...tools.slice(first), ...tools.slice(0, first)]) {
      const measurements = made.get(tool) ?? []
      if (measurements.filter((each) => !isDisturbed(each)).length < rounds) measurements.push(await measure(tool))
    }
  }
  return tools.map((tool) => {
    const all = (made.get(tool) ?? []).toSorted((a, b) => lostCpu(a) - lostCpu(b))
    const undisturbed = all.filter((each) => !isDisturbed(each))
    const kept = [...undisturbed, ...all.filter(isDisturbed)].slice(0, rounds)
    return { tool: tool.name, kept, setAside: all.filter((each) => !kept.includes(each)) }
  })
}
