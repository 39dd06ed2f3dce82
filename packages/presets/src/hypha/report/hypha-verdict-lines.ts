import { leastComparedSeconds } from '@benchpress/core/report'
import { plural } from '@benchpress/report/format'
import type { SideComparison } from '../hypha-findings.ts'
import { gradeOf, recommendationBand, type HyphaVerdict, type Side } from '../hypha-comparison.ts'
import { describeAdvantage, sideNames } from './hypha-comparison-tables.ts'

/** Writes the winner, the advantages of each side, the recommendation, and the grade of each peak. */
export function hyphaVerdictLines(comparison: Omit<SideComparison, 'byLevel'>): readonly string[] {
  const { winner, recommended, average, single, cluster, invalidRuns } = comparison
  const servers = comparison.servers ?? 3
  if (invalidRuns > 0)
    return [`WINNER: none, because ${plural(invalidRuns, 'run')} of the two sides ended invalid: such a run decides nothing`]
  const band = `${recommendationBand * 100} %`
  return [
    winner === null
      ? `WINNER: none, because ${average.because ?? 'both are equal'}`
      : `WINNER: ${sideNames[winner]}, by average throughput (${describeAdvantage(average, false)})`,
    ...tooShort(comparison),
    ...(comparison.wasRunning === true && winner !== null ? [oneStart] : []),
    ...tradeOffs(comparison, servers),
    recommended === null
      ? `RECOMMENDATION: depends on the use case, because neither side ${winner === null ? 'won' : `is sure to lead by more than ${band}`}`
      : `RECOMMENDATION: ${recommended === 'single' ? 'the single instance' : 'the cluster'}, which leads by more than ${band}${recommended === 'single' && servers > 1 ? '; a cluster where it must go on when a server fails' : ''}`,
    `GRADE: ${sideNames.single} ${gradeIn(comparison, 'single', single.peak)}, ${sideNames.cluster} ${gradeIn(comparison, 'cluster', cluster.peak)}`,
  ]
}

const oneStart =
  'ONE START: servers that were running before are compared with one start of each, and two starts of the same server may differ by several percent; start them again before you trust a small lead'

function tooShort({ short }: Pick<SideComparison, 'short'>): readonly string[] {
  if (short === undefined) return []
  const levels = Object.keys(short.levels)
  const names = [...(short.peak === null ? [] : ['the peak']), ...levels]
  const others = levels.length > 0 && short.averages === null ? '; the averages are compared without them' : ''
  return names.length === 0 ? [] : [`NOT COMPARED: ${names.join(', ')}, with less than ${leastComparedSeconds} s of load a side${others}`]
}

function gradeIn({ ungraded }: Pick<SideComparison, 'ungraded'>, side: Side, peak: number): string {
  const why = ungraded?.[side]
  return why === undefined ? gradeOf(peak) : `none (${why})`
}

const nature: Readonly<Record<Side, { readonly pro: string; readonly con: string }>> = {
  single: { pro: 'nothing to coordinate', con: 'one core at most, and all is gone when it fails' },
  cluster: { pro: 'more cores, and it goes on when a server fails', con: 'several processes to run' },
}

// A cluster of one server is no more available than a single instance.
const ofOneServer = { pro: 'servers can be added', con: 'one server at most, and all is gone when it fails' }

function tradeOffs(comparison: HyphaVerdict, servers: number): readonly string[] {
  return (['single', 'cluster'] as const).map((side) => {
    const ahead = measured.filter(([key]) => comparison[key].side === side).map(([, name]) => name)
    const behind = measured.filter(([key]) => comparison[key].side !== side && comparison[key].side !== null).map(([, name]) => name)
    const list = (names: readonly string[], more: string): string => [...names.map((name) => name), more].join(', ')
    const { pro, con } = side === 'cluster' && servers === 1 ? ofOneServer : nature[side]
    return `TRADE-OFFS ${sideNames[side]}: for it ${list(ahead, pro)}; against it ${list(behind, con)}`
  })
}

const measured = [
  ['average', 'average throughput'],
  ['peak', 'peak throughput'],
  ['responseTime', 'response time'],
  ['success', 'success rate'],
] as const
