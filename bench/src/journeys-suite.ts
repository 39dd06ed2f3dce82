import { readyGenerators } from './generator.ts'
import type { Generator } from './generator.ts'
import { autocannonJourneys } from './journeys/autocannon.ts'
import { benchpressJourneys } from './journeys/benchpress.ts'
import { k6Journeys } from './journeys/k6.ts'
import { measureMarginalCpu } from './marginal-cpu.ts'
import { measureInTurn } from './measure-in-turn.ts'
import { median } from './median.ts'
import { judged } from './minimums.ts'
import type { JudgedMinimum } from './minimums.ts'
import { drawTable, megabytes, report } from './report.ts'
import type { GeneratorSetting } from './run-generator.ts'
import { withSetting } from './setting.ts'
import { parseSuiteOptions } from './suite-options.ts'

const users = 50
const requestsOfJourney = 5
/** Least journeys per CPU second as a multiple of a peer's. */
const leastOf: Readonly<Record<string, number>> = { autocannon: 1.6, k6: 3 }

interface JourneyRound {
  readonly journeysPerSecond: number
  readonly journeysPerCpuSecond: number
  readonly peakRssBytes: number
  readonly otherCpu: number
}

interface JourneyRow {
  readonly generator: string
  readonly rounds: readonly JourneyRound[]
}

/**
 * Measures the journeys per second of CPU of generators with 50 users, each of which sends five requests in turn, with JSON.
 *
 * @returns whether no minimum was missed
 * @throws BenchError when a generator fails or a program cannot be compiled
 */
export async function runJourneysSuite(argv: readonly string[]): Promise<boolean> {
  const options = parseSuiteOptions(argv, [autocannonJourneys, k6Journeys, benchpressJourneys])
  const generators = await readyGenerators(options.generators)
  const measure = (setting: GeneratorSetting) => async (generator: Generator) => await measureRound(generator, options.seconds, setting)
  const turns = await withSetting(async (setting) => await measureInTurn(generators, options.rounds, measure(setting)))
  const rows = turns.map(({ kind: { name }, rounds }) => ({ generator: name, rounds }))
  const measured = { seconds: options.seconds, rows }
  return await report({ suite: 'journeys', tables: [drawRows(rows)], minimums: judge(rows), measured }, options.json)
}

async function measureRound(generator: Generator, seconds: number, setting: GeneratorSetting): Promise<JourneyRound> {
  const { run, cpuSecondsPer1000 } = await measureMarginalCpu(generator, { url: setting.target.url, seconds, users }, setting)
  const { requests, firstUs, lastUs } = run.count
  const round = {
    journeysPerSecond: requests / requestsOfJourney / ((lastUs - firstUs) / 1e6),
    journeysPerCpuSecond: 1000 / cpuSecondsPer1000 / requestsOfJourney,
    peakRssBytes: run.peakRssBytes,
    otherCpu: run.otherCpu,
  }
  console.error(
    `${generator.name}: ${Math.round(round.journeysPerCpuSecond)} journeys per CPU s, others used ${run.otherCpu.toFixed(2)} CPUs`,
  )
  return round
}

function perCpuSecond(rows: readonly JourneyRow[], name: string): number | undefined {
  const rounds = rows.find(({ generator }) => generator === name)?.rounds
  return rounds === undefined ? undefined : median(rounds.map((round) => round.journeysPerCpuSecond))
}

function drawRows(rows: readonly JourneyRow[]): string {
  const base = perCpuSecond(rows, 'autocannon')
  const lines = rows.map(({ generator, rounds }) => {
    const cpu = perCpuSecond(rows, generator) ?? NaN
    return [
      generator,
      median(rounds.map((round) => round.journeysPerSecond)).toFixed(0),
      cpu.toFixed(0),
      base === undefined ? 'n/a' : `${(cpu / base).toFixed(2)}x`,
      megabytes(Math.max(...rounds.map((round) => round.peakRssBytes))),
    ]
  })
  return drawTable(['tool', 'journeys/s', 'journeys per CPU s', 'vs autocannon', 'peak RSS'], lines)
}

function judge(rows: readonly JourneyRow[]): readonly JudgedMinimum[] {
  const ours = perCpuSecond(rows, 'benchpress')
  if (ours === undefined) return []
  return Object.entries(leastOf).flatMap(([name, least]) => {
    const theirs = perCpuSecond(rows, name)
    if (theirs === undefined) return []
    const ratio = ours / theirs
    return [judged(`at least ${least}x the journeys per CPU second of ${name}`, ratio >= least, `${ratio.toFixed(2)}x`)]
  })
}
