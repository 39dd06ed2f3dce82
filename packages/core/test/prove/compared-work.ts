import { fileURLToPath } from 'node:url'
import { compareTargets, type Answer, type TargetConfig } from '../../src/index.ts'
import { leastRuns } from '../../src/compare/compare-runs.ts'

/** The outcome of one comparison of two servers. */
export interface ComparedWork {
  /** Whether enough rounds count: where the machine is too busy for runs that can be believed, nothing is compared. */
  readonly isCompared: boolean
  /** By figure, such as `http_response_time p50`. */
  readonly answers: Readonly<Record<string, Answer>>
}

/**
 * Compares two servers by turns, as `benchpress ab` does, and prints a line: each does a number of units of work for a request, of about a microsecond each.
 *
 * With a thousand of them, what HTTP takes is little beside the work. Runs of 3 s in at most 7 rounds keep a comparison within 2 minutes.
 */
export async function compareWork(trial: string, base: number, head: number): Promise<ComparedWork> {
  const work = { request: {}, workload: { connections: 10, warmup: '500ms', duration: '3s' } } as const
  const { comparison, rounds } = await compareTargets(
    { name: 'work', pause: 0, tests: [{ target: workingServer(base), scenarios: { work } }] },
    { A: workingServer(base), B: workingServer(head) },
    { rounds: 7 },
  )
  const { figures, failure } = comparison
  const told = figures.map(({ metric, aggregate, answer, ratio }) => `${metric} ${aggregate} ${answer} ${ratio?.toFixed(3) ?? ''}`)
  console.log(`${trial}: ${rounds} rounds: ${[...told, failure?.reason ?? []].flat().join(', ')}`)
  // The runs behind an answer can be read afterwards.
  for (const named of figures.filter(({ answer }) => isNamed(answer)))
    console.log(`  ${named.answer} ${named.metric} ${named.aggregate}: A ${shown(named.base)}; B ${shown(named.head)}`)
  const answers = Object.fromEntries(figures.map(({ metric, aggregate, answer }) => [`${metric} ${aggregate}`, answer]))
  return { isCompared: rounds >= leastRuns, answers }
}

/** Whether an answer names one of the two sides as the better one. */
export function isNamed(answer: Answer): boolean {
  return answer === 'better' || answer === 'worse'
}

function shown(values: readonly (number | null)[]): string {
  return values.map((value) => value?.toPrecision(4) ?? 'n/a').join(' ')
}

function workingServer(units: number): TargetConfig {
  const server = fileURLToPath(new URL('../result/noise/working-server.ts', import.meta.url))
  return { command: [process.execPath, server, String(units)], ready: { log: String.raw`listening on (?<url>\S+)` } }
}
