import { BenchpressError } from '@benchpress/core/machines'

/** How many agents with a label a test is to run on. */
export interface Placement {
  /** Such as `region=eu`. */
  readonly label: string
  /** 1 or more. */
  readonly agents: number
}

/** The most agents of one run, and the most that are answered, whoever they are. */
export const mostAgents = 2000

/**
 * Checks how many agents are asked for.
 *
 * @throws BenchpressError INVALID_CONFIG where there is none, or not a whole number of them from 1 to 2,000
 */
export function checkPlacements(agents: number | readonly Placement[]): void {
  const counts = typeof agents === 'number' ? [agents] : agents.map((placement) => placement.agents)
  const isWhole = counts.length > 0 && counts.every((count) => Number.isInteger(count) && count >= 1)
  if (isWhole && counts.reduce((sum, count) => sum + count, 0) <= mostAgents) return
  throw new BenchpressError('INVALID_CONFIG', `cannot run on ${counts.length === 0 ? 'no' : counts.join(' and ')} agents`, {
    hint: `Ask for a whole number of agents from 1 to ${mostAgents}, with or without labels.`,
  })
}

/**
 * Reads `region=eu:2,region=us:2`.
 *
 * @throws BenchpressError INVALID_CONFIG for anything else
 */
export function parsePlacements(text: string): readonly Placement[] {
  return text.split(',').map((part) => {
    const [, label, agents = ''] = /^([\w.-]+=[\w.-]+):(\d{1,4})$/.exec(part.trim()) ?? []
    if (label === undefined || Number(agents) === 0)
      throw new BenchpressError('INVALID_CONFIG', `cannot read ${JSON.stringify(part)} as machines with a label`, {
        hint: 'Write such as region=eu:2,region=us:2: a label of letters, digits, ".", "_" and "-", and how many agents with it.',
      })
    return { label, agents: Number(agents) }
  })
}

/**
 * Reads `region=eu,rack=7`: the labels of an agent.
 *
 * @throws BenchpressError INVALID_CONFIG for anything else
 */
export function parseLabels(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(',').map((part) => {
    const [, label, value] = /^([\w.-]+)=([\w.-]+)$/.exec(part.trim()) ?? []
    if (label === undefined || value === undefined)
      throw new BenchpressError('INVALID_CONFIG', `cannot read ${JSON.stringify(part)} as a label`, {
        hint: 'Write such as region=eu,rack=7, of letters, digits, ".", "_" and "-".',
      })
    return [label, value] as const
  })
  return Object.fromEntries(pairs)
}
