import type { SuiteResult } from '@benchpress/core'
import { failuresDiffer, formatShare, leastComparedSeconds } from '@benchpress/core/report'
import type { Claim, ClaimJudged } from '@benchpress/core/preset'
import { judgeRuns } from '@benchpress/report'
import { formatNumber, formatSeconds } from '@benchpress/report/format'
import { at, meanThroughput, meanTime, passesOf, peakOf, rightOf, throughputOf, type Pass } from './measured-hypha.ts'

/**
 * The share by which two starts of the same server may differ.
 *
 * A server that was running before has one start in all of its runs, so no interval covers this, and a lead decides only beyond it. Of 16 starts, each
 * measured in turns with the same other one, 95 % of all pairs differed by at most 10.4 % (`npm run prove -- hypha-starts`).
 */
export const startMargin = 0.2

// The document recommends neither side for a smaller lead in throughput.
const recommendedFrom = 1.2

interface Compared {
  /** Reads the figure of the runs that it is of. */
  readonly read: (pass: Pass) => number | null
  readonly isTime?: boolean
  /** The runs of a pass that the figure is of. Default: those of levels that last long enough, as a mean gives each level the same weight. */
  readonly of?: (pass: Pass) => Pass
  /** The ratio of the sides from which the claim holds. */
  readonly least?: number
}

const peakRuns = (pass: Pass): Pass => pass.filter((run) => run === peakOf(pass))
const throughput = (pass: Pass): number | null => meanThroughput(pass)

/** What the document says of its runs, and the grade of its own scripts. */
export const hyphaClaims: readonly Claim[] = [
  {
    says: 'Total Failures: 0 errors, Overall Success Rate: 100.00%',
    rule: ({ tests }) => {
      const counts = tests.flatMap(({ scenarios }) => scenarios.map((scenario) => scenario.counts))
      const [started, right] = [counts.reduce((sum, one) => sum + one.started, 0), counts.reduce((sum, one) => sum + one.outcomes.ok, 0)]
      if (started === 0) return undefined
      return { holds: right === started ? 'yes' : 'no', because: `${formatNumber(started - right)} of ${formatNumber(started)} failed` }
    },
  },
  lead('Peak Throughput: Single +41.0%', { read: throughput, of: peakRuns }),
  lead('Average Throughput: Single +169.5%', { read: throughput }),
  lead('Average Response Time: Single -406.4%', { read: (pass) => meanTime(pass), isTime: true }),
  lead('Light Load Performance: Single +515.7%', { read: throughput, of: (pass) => at(pass, 'Light Load') }),
  lead('Use single instance for maximum performance, which leads by more than 20 %', { read: throughput, least: recommendedFrom }),
  { says: 'Single Instance: EXCELLENT (a peak over 15,000/s; 10,000 is GOOD, 5,000 ACCEPTABLE)', rule: gradeSingle },
]

// The claim that the single instance is better in a figure.
function lead(says: string, compared: Compared): Claim {
  return { says, rule: (suite) => judgeLead(suite, compared) }
}

function judgeLead(suite: SuiteResult, { read, isTime = false, of, least }: Compared): ClaimJudged | undefined {
  const sides = [passesOf(suite, 'cluster'), passesOf(suite, 'single')] as const
  if (sides.some((side) => side.length === 0)) return undefined
  const long = levelsOf(sides.flat())
  const runsOf = of ?? ((pass: Pass): Pass => pass.filter(({ level }) => long.has(level)))
  const doubt = whyNotCompared(sides.flat().map(runsOf)) ?? whyFailing(...sides)
  if (doubt !== null) return { holds: 'unknown', because: doubt }
  const [cluster, single] = sides.map((side) => side.flatMap((pass) => read(runsOf(pass)) ?? [])) as [number[], number[]]
  // Of times, the longer side is the base.
  const judge = (from?: number): ClaimJudged => {
    const settings = { better: 'high', figures: hyphaClaims.length, ...(from !== undefined && { least: from }) } as const
    return isTime ? judgeRuns(single, cluster, settings) : judgeRuns(cluster, single, settings)
  }
  const judged = judge(least)
  const isRunning = sides.flat(2).some(({ test }) => test.target.command === null)
  if (judged.holds !== 'yes' || !isRunning || judge(1 + startMargin).holds === 'yes') return judged
  return { holds: 'unknown', because: `${judged.because}; two starts of one server may differ by ${startMargin * 100} %` }
}

function levelsOf(passes: readonly Pass[]): ReadonlySet<string> {
  const levels = new Set(passes.flat().map(({ level }) => level))
  return new Set([...levels].filter((level) => passes.every((pass) => secondsOf(at(pass, level)) >= leastComparedSeconds)))
}

function secondsOf(pass: Pass): number {
  return pass.reduce((sum, { load }) => sum + load.duration, 0)
}

function whyNotCompared(passes: readonly Pass[]): string | null {
  const tests = passes.flat().map(({ test }) => test)
  if (tests.some(({ verdict }) => verdict.level === 'invalid')) return 'a run is invalid'
  if (tests.some(({ interrupted }) => interrupted !== null)) return 'a run ended early'
  const shortest = Math.min(...passes.map(secondsOf))
  if (shortest >= leastComparedSeconds) return null
  const lasted = shortest === 0 ? 'no level lasted' : `its runs lasted ${formatSeconds(shortest)}, less than`
  return `${lasted} the ${leastComparedSeconds} s that can be compared: raise --scale`
}

function whyFailing(cluster: readonly Pass[], single: readonly Pass[]): string | null {
  const apart = failuresDiffer(cluster.map(failedShare), single.map(failedShare), {
    base: 'on the cluster',
    head: 'on the single instance',
  })
  return apart === null ? null : `it ${apart}`
}

function failedShare(pass: Pass): { readonly share: number } {
  const { part, of } = rightOf(pass)
  return { share: 1 - part / of }
}

// Only a peak that can be believed has a grade.
function gradeSingle(suite: SuiteResult): ClaimJudged | undefined {
  const passes = passesOf(suite, 'single')
  const rates = passes.flatMap((pass) => peakOf(pass) ?? []).map(({ load }) => throughputOf(load))
  if (rates.length === 0) return undefined
  const doubt = whyNotCompared(passes.map(peakRuns))
  if (doubt !== null) return { holds: 'unknown', because: doubt }
  const wrong = Math.max(...passes.map((pass) => failedShare(pass).share))
  if (wrong > 0.01) return { holds: 'unknown', because: `${formatShare(wrong)} of the responses were wrong` }
  const rate = Math.min(...rates)
  const grade = rate > 15_000 ? 'EXCELLENT' : rate > 10_000 ? 'GOOD' : rate > 5000 ? 'ACCEPTABLE' : 'NEEDS OPTIMIZATION'
  return { holds: rate > 15_000 ? 'yes' : 'no', because: `${formatNumber(rate)}/s here: ${grade}` }
}
