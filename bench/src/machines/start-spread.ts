import { availableParallelism } from 'node:os'
import { execa } from 'execa'
import { BenchError } from '../bench-error.ts'
import { measureInTurn } from '../measure-in-turn.ts'
import { median } from '../median.ts'
import type { BenchFleet } from './bench-fleet.ts'
import { FirstRequests } from './first-requests.ts'

/** Machines that start together: three, or as many as there are CPUs, because one that waits for a CPU starts late by a slice of the scheduler. */
export const agents: number = Math.max(2, Math.min(3, availableParallelism()))

/** How machines started one run, in milliseconds. */
export interface StartRound {
  /** Time from the first request of the first machine to the first request of the last, at the target. */
  readonly spread: number
  /** The same time by the reports of the machines, on their shared clock. */
  readonly told: number
  /** The largest clock error of a machine. */
  readonly clockError: number
}

/** A summary of values. */
export interface Spread {
  readonly p50: number
  readonly p95: number
  readonly max: number
}

/** Runs a user on each of {@link agents}, all of whom begin at the same planned instant, time after time. */
export async function measureStarts(fleet: BenchFleet, rounds: number): Promise<readonly StartRound[]> {
  const target = await FirstRequests.start()
  try {
    for (let number = 1; number <= agents; number++) await fleet.agent(`agent-${number}`)
    const [row] = await measureInTurn(['start'], rounds, async () => await measureStart(fleet, target))
    return row?.rounds ?? []
  } finally {
    target.stop()
  }
}

async function measureStart(fleet: BenchFleet, target: FirstRequests): Promise<StartRound> {
  target.take()
  const { url, path } = target
  const workload = { users: agents, pacing: '100ms', duration: '1s' } as const
  const [file = '', ...rest] = fleet.command({ url, path, agents, timing: 'auto', workload })
  const { failed, stdout, stderr } = await execa(file, rest, { reject: false, stdin: 'ignore', timeout: 60_000 })
  if (failed) throw new BenchError(`a run on machines failed:\n${stderr || stdout}`)
  const { starts } = fleet.report(stdout)
  const [seen, told] = [target.take(), starts.map(({ first }) => first ?? NaN)]
  if (seen.length !== agents) throw new BenchError(`${seen.length} connections had requests, not one of each of ${agents} machines`)
  const round = { spread: rangeOf(seen), told: rangeOf(told), clockError: Math.max(...starts.map(({ clockError }) => clockError)) }
  console.error(
    `start: ${drawMs(round.spread)} as the target saw it, ${drawMs(round.told)} as told, clocks within ${drawMs(round.clockError)}`,
  )
  return round
}

function rangeOf(times: readonly number[]): number {
  return Math.max(...times) - Math.min(...times)
}

/** Computes the median, the 95th percentile by the nearest rank, and the maximum. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other)
  const ranked = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? NaN
  return { p50: median(values), p95: ranked(0.95), max: ranked(1) }
}

/** Writes a number of milliseconds. */
export function drawMs(time: number): string {
  return `${time.toFixed(2)} ms`
}
