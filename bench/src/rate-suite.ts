import Table from 'cli-table3'
import { unevenness } from './evenness.ts'
import { readyGenerators } from './generator.ts'
import type { Generator } from './generator.ts'
import { measureMarginalCpu } from './marginal-cpu.ts'
import { measureInTurn } from './measure-in-turn.ts'
import { median } from './median.ts'
import { drawMinimums, judged } from './minimums.ts'
import type { JudgedMinimum } from './minimums.ts'
import { benchpressCoarse, benchpressRate } from './rate/benchpress.ts'
import { k6Rate } from './rate/k6.ts'
import type { GeneratorSetting } from './run-generator.ts'
import { readReport } from './run-with-usage.ts'
import { withSetting } from './setting.ts'
import { parseSuiteOptions } from './suite-options.ts'
import type { SuiteOptions } from './suite-options.ts'
import { writeJson } from './write-json.ts'

const rates = [100, 1000, 2000, 8000]
/** Most CPU per request as a share of k6's, by rate. */
const mostOfK6: Readonly<Record<number, number>> = { 2000: 0.4, 8000: 0.25 }
const mostUneven = 0.1
/** Milliseconds. */
const mostLate = { p50: 0.15, p99: 1 }

interface RateRound {
  /** Requests that reached the target, as a share of those that were due. */
  readonly sent: number
  readonly unevenness: number
  readonly cpuSecondsPer1000: number
  readonly peakRssBytes: number
  readonly otherCpu: number
  /** What the generator itself told, in milliseconds; `null` where it does not. */
  readonly times: RateTimes
}

interface RateTimes {
  readonly lag50: number | null
  readonly lag99: number | null
  readonly response50: number | null
}

interface RateRow {
  readonly rate: number
  readonly generator: string
  readonly rounds: readonly RateRound[]
}

/**
 * Measures generators that are asked for a constant rate: how much of it they send, how evenly, and for how much CPU.
 *
 * @returns whether no minimum was missed
 * @throws BenchError when a generator fails or a program cannot be compiled
 */
export async function runRateSuite(argv: readonly string[]): Promise<boolean> {
  const options = parseSuiteOptions(argv, [k6Rate, benchpressCoarse, benchpressRate])
  const generators = await readyGenerators(options.generators)
  const rows = await withSetting((setting) => measureRates(generators, options, setting))
  console.log(drawRows(rows))
  const minimums = judge(rows)
  console.log(drawMinimums(minimums))
  if (options.json !== undefined) await writeJson(options.json, 'rate', { seconds: options.seconds, rows, minimums })
  return minimums.every(({ state }) => state !== 'not met')
}

async function measureRates(
  generators: readonly Generator[],
  options: SuiteOptions,
  setting: GeneratorSetting,
): Promise<readonly RateRow[]> {
  const rows = rates.flatMap((rate) => generators.map((generator) => ({ rate, generator, rounds: [] as RateRound[] })))
  await measureInTurn(rows, options.rounds, async ({ rate, generator }) => await measureRate(generator, rate, options.seconds, setting))
  return rows.map(({ rate, generator, rounds }) => ({ rate, generator: generator.name, rounds }))
}

async function measureRate(generator: Generator, rate: number, seconds: number, setting: GeneratorSetting): Promise<RateRound> {
  const { run, cpuSecondsPer1000 } = await measureMarginalCpu(generator, { url: setting.target.url, seconds, rate }, setting)
  const round = {
    sent: run.count.requests / (rate * seconds),
    unevenness: unevenness(await setting.target.bins(), rate),
    cpuSecondsPer1000,
    peakRssBytes: run.peakRssBytes,
    otherCpu: run.otherCpu,
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
  const table = new Table({ head, style: { head: [], border: [] } })
  for (const { rate, generator, rounds } of rows) {
    const of = (read: (round: RateRound) => number): number => median(rounds.map(read))
    table.push([
      `${rate}/s`,
      generator,
      `${(of((round) => round.sent) * 100).toFixed(2)} %`,
      of((round) => round.unevenness).toFixed(3),
      ...(['lag50', 'lag99', 'response50'] as const).map((name) => drawTime(medianTime(rounds, name))),
      of((round) => round.cpuSecondsPer1000).toFixed(4),
      `${(Math.max(...rounds.map((round) => round.peakRssBytes)) / 1e6).toFixed(0)} MB`,
    ])
  }
  return table.toString()
}

function medianTime(rounds: readonly RateRound[], name: keyof RateTimes): number | null {
  const known = rounds.map(({ times }) => times[name]).filter((time) => time !== null)
  return known.length === 0 ? null : median(known)
}

function drawTime(time: number | null): string {
  return time === null ? 'not told' : `${time.toFixed(3)} ms`
}

function judge(rows: readonly RateRow[]): readonly JudgedMinimum[] {
  return rates.flatMap((rate) => {
    const roundsOf = (generator: string): readonly RateRound[] | undefined =>
      rows.find((row) => row.rate === rate && row.generator === generator)?.rounds
    const [precise, coarse, theirs] = ['benchpress', 'benchpress-coarse', 'k6'].map(roundsOf)
    return [
      ...(precise === undefined ? [] : [judgeSent(rate, precise), ...judgeLag(rate, precise)]),
      // An even rate is none of few arrivals in each 10 ms.
      ...(precise === undefined || mostOfK6[rate] === undefined ? [] : [judgeEvenness(rate, precise)]),
      ...(coarse === undefined || theirs === undefined ? [] : judgeCpu(rate, coarse, theirs)),
    ]
  })
}

function judgeSent(rate: number, ours: readonly RateRound[]): JudgedMinimum {
  const sent = median(ours.map((round) => round.sent))
  return judged(`${rate}/s: everything is sent`, sent === 1, `${(sent * 100).toFixed(2)} %`)
}

function judgeEvenness(rate: number, ours: readonly RateRound[]): JudgedMinimum {
  const uneven = median(ours.map((round) => round.unevenness))
  return judged(`${rate}/s: unevenness of at most ${mostUneven}`, uneven <= mostUneven, uneven.toFixed(3))
}

function judgeLag(rate: number, ours: readonly RateRound[]): readonly JudgedMinimum[] {
  return (['p50', 'p99'] as const).flatMap((percentile) => {
    const lag = medianTime(ours, percentile === 'p50' ? 'lag50' : 'lag99')
    const most = mostLate[percentile]
    return lag === null ? [] : [judged(`${rate}/s: send lag of at most ${most} ms (${percentile})`, lag <= most, drawTime(lag))]
  })
}

// Of the cheaper way: the other has each request wake two threads, and k6 has no such choice.
function judgeCpu(rate: number, ours: readonly RateRound[], theirs: readonly RateRound[]): readonly JudgedMinimum[] {
  const most = mostOfK6[rate]
  if (most === undefined) return []
  const ratio = median(ours.map((round) => round.cpuSecondsPer1000)) / median(theirs.map((round) => round.cpuSecondsPer1000))
  return [judged(`${rate}/s: at most ${most}x the CPU per request of k6, with timers`, ratio <= most, `${ratio.toFixed(2)}x`)]
}
