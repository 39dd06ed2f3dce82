import { isDisturbed } from '@benchpress/core/machines'
import { unevenness } from './evenness.ts'
import { readyGenerators } from './generator.ts'
import type { Generator } from './generator.ts'
import { measureMarginalCpu } from './marginal-cpu.ts'
import { measureInTurn } from './measure-in-turn.ts'
import { median } from './median.ts'
import { benchpressCoarse, benchpressRate } from './rate/benchpress.ts'
import { drawTime, judgeRates, medianTime } from './rate/judge-rates.ts'
import type { RateRound, RateRow, RateTimes } from './rate/judge-rates.ts'
import { k6Rate } from './rate/k6.ts'
import { sleeper } from './rate/sleeper.ts'
import { drawTable, megabytes, report } from './report.ts'
import type { GeneratorSetting } from './run-generator.ts'
import { readReport } from './run-with-usage.ts'
import { withSetting } from './setting.ts'
import { parseSuiteOptions } from './suite-options.ts'
import type { SuiteOptions } from './suite-options.ts'

const rates = [100, 1000, 2000, 8000]

/**
 * Measures generators at a constant rate: the share of it that they send, how evenly, and their CPU.
 *
 * @returns whether no minimum was missed
 * @throws BenchError when a generator fails or a program cannot be compiled
 */
export async function runRateSuite(argv: readonly string[]): Promise<boolean> {
  const options = parseSuiteOptions(argv, [sleeper, k6Rate, benchpressCoarse, benchpressRate])
  const generators = await readyGenerators(options.generators)
  const rows = await withSetting((setting) => measureRates(generators, options, setting))
  const measured = { seconds: options.seconds, rows }
  return await report({ suite: 'rate', tables: [drawRows(rows)], minimums: judgeRates(rows), measured }, options.json)
}

async function measureRates(
  generators: readonly Generator[],
  options: SuiteOptions,
  setting: GeneratorSetting,
): Promise<readonly RateRow[]> {
  const kinds = rates.flatMap((rate) => generators.map((generator) => ({ rate, generator })))
  const rows = await measureInTurn(
    kinds,
    options.rounds,
    async ({ rate, generator }) => await measureRate(generator, rate, options.seconds, setting),
  )
  return rows.map(({ kind: { rate, generator }, rounds }) => ({ rate, generator: generator.name, rounds }))
}

async function measureRate(generator: Generator, rate: number, seconds: number, setting: GeneratorSetting): Promise<RateRound> {
  const { run, cpuSecondsPer1000 } = await measureMarginalCpu(generator, { url: setting.target.url, seconds, rate }, setting)
  const round = {
    sent: run.count.requests / (rate * seconds),
    unevenness: unevenness(await setting.target.bins(), rate),
    cpuSecondsPer1000,
    peakRssBytes: run.peakRssBytes,
    otherCpu: run.otherCpu,
    isDisturbed: isDisturbed(run.disturbance),
    times: readTimes(run.stdout),
  }
  console.error(`${rate}/s ${generator.name}: ${(round.sent * 100).toFixed(1)} % sent, others used ${run.otherCpu.toFixed(2)} CPUs`)
  return round
}

function readTimes(stdout: string): RateTimes {
  const { sendLag, responseTime } = readReport(stdout) as { readonly sendLag?: Percentiles; readonly responseTime?: Percentiles }
  return { lag50: sendLag?.p50 ?? null, lag99: sendLag?.p99 ?? null, response50: responseTime?.p50 ?? null }
}

type Percentiles = Readonly<Partial<Record<'p50' | 'p99', number>>>

function drawRows(rows: readonly RateRow[]): string {
  const head = ['rate', 'tool', 'sent', 'unevenness per 10 ms', 'send lag p50', 'p99', 'response p50', 'CPU s / 1,000', 'peak RSS']
  const lines = rows.map(({ rate, generator, rounds }) => {
    const of = (read: (round: RateRound) => number): number => median(rounds.map(read))
    return [
      `${rate}/s`,
      generator,
      `${(of((round) => round.sent) * 100).toFixed(2)} %`,
      of((round) => round.unevenness).toFixed(3),
      ...(['lag50', 'lag99', 'response50'] as const).map((name) => drawTime(medianTime(rounds, name))),
      of((round) => round.cpuSecondsPer1000).toFixed(4),
      megabytes(Math.max(...rounds.map((round) => round.peakRssBytes))),
    ]
  })
  return drawTable(head, lines)
}
