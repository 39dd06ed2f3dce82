import { formatShare, leastComparedSeconds, type ReportTable } from '@benchpress/core/report'
import { formatNumber, formatTime, plural } from '@benchpress/report/format'
import { judgeSides, advantageOf, gradeOf, recommendationBand, type Advantage, type HyphaVerdict, type Side } from '../hypha-comparison.ts'
import { documentedLevels, documentedSides, type SideFigures } from '../documented-hypha.ts'
import type { SideComparison, SideFindings } from '../hypha-findings.ts'

/** The names of both sides. */
export const sideNames = { single: 'Single', cluster: 'Cluster' } as const

type Figure = readonly [label: string, key: keyof SideFigures, format: (value: number) => string]

const perSecond = (value: number): string => `${formatNumber(value)}/s`

const figures: readonly Figure[] = [
  ['Peak Throughput', 'peak', perSecond],
  ['Average Throughput', 'average', perSecond],
  ['Average Response Time', 'responseTime', formatTime],
  ['Average Success Rate', 'success', formatShare],
  ['Light Load Performance', 'light', perSecond],
]

/** Both sides by the rows of the published comparison, documented and measured, each with the better side. */
export function hyphaMetricsTable(comparison: SideComparison): ReportTable {
  const published = { ...documentedSides, ...judgeSides(documentedSides.single, documentedSides.cluster) }
  const cells = (of: HyphaVerdict & typeof documentedSides, [, key, format]: Figure): readonly string[] => [
    format(of.single[key]),
    format(of.cluster[key]),
    describeAdvantage(of[key], key === 'responseTime'),
  ]
  return {
    head: ['Metric', '', sideNames.single, sideNames.cluster, 'Better'],
    texts: ['', 'Better'],
    names: 2,
    rows: figures.flatMap((figure) => [
      [figure[0], 'documented', ...cells(published, figure)],
      ['', 'measured', ...cells(comparison, figure)],
    ]),
  }
}

/** The table of one side that is run alone: its figures and its published levels, documented beside measured. */
export function hyphaSideTable({ side, figures: measured, levels }: Pick<SideFindings, 'side' | 'figures' | 'levels'>): ReportTable {
  const published = documentedSides[side]
  return {
    head: ['Metric', 'Documented', 'Measured'],
    rows: [
      // The lightest level also has a row of its own.
      ...figures.slice(0, -1).map(([label, key, format]) => [label, format(published[key]), format(measured[key])]),
      ...levels.flatMap(({ name, throughput }) => {
        const documented = documentedLevels[name]?.[side]
        return documented === undefined ? [] : [[`${name}, Average Throughput`, perSecond(documented.throughput), perSecond(throughput)]]
      }),
    ],
  }
}

/** Both sides by level, documented, if published, and measured. */
export function hyphaLevelsTable(single: SideFindings, cluster: SideFindings, { byLevel }: Pick<SideComparison, 'byLevel'>): ReportTable {
  return {
    head: ['Scenario', '', sideNames.single, sideNames.cluster, 'Better'],
    texts: ['', 'Better'],
    names: 2,
    rows: single.levels.flatMap((level) => {
      const other = cluster.levels.find(({ name }) => name === level.name)
      const documented = documentedLevels[level.name]
      if (other === undefined) return []
      return [
        documented === undefined
          ? [level.name, 'documented', 'not published', 'not published', '']
          : [level.name, 'documented', ...compared(documented.single.throughput, documented.cluster.throughput)],
        ['', 'measured', ...compared(level.throughput, other.throughput, byLevel[level.name])],
      ]
    }),
  }
}

function compared(single: number, cluster: number, advantage: Advantage = advantageOf(single, cluster, 'more')): readonly string[] {
  return [perSecond(single), perSecond(cluster), describeAdvantage(advantage, false)]
}

/** Writes the better side and its lead: `Single +41.0 %`, or for times `Single (Cluster +406.2 %)`; `none (Single +1.1 %)` where the runs do not decide it. */
function describeAdvantage({ side, by, ahead, because }: Advantage, isTime: boolean): string {
  if (because !== undefined && ahead != null && by !== null) {
    const higher = isTime ? (ahead === 'single' ? 'cluster' : 'single') : ahead
    return `none (${sideNames[higher]} +${(by * 100).toFixed(1)} %)`
  }
  if (side === null) return by === 0 ? 'equal' : 'n/a'
  if (by === null) return sideNames[side]
  const percent = `${(by * 100).toFixed(1)} %`
  return isTime
    ? `${sideNames[side]} (${sideNames[side === 'single' ? 'cluster' : 'single']} +${percent})`
    : `${sideNames[side]} +${percent}`
}

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
    ...tradeOffs(comparison, servers),
    recommended === null
      ? `RECOMMENDATION: depends on the use case, because neither side ${winner === null ? 'won' : `is sure to lead by more than ${band}`}`
      : `RECOMMENDATION: ${recommended === 'single' ? 'the single instance' : 'the cluster'}, which leads by more than ${band}${recommended === 'single' && servers > 1 ? '; a cluster where it must go on when a server fails' : ''}`,
    `GRADE: ${sideNames.single} ${gradeIn(comparison, 'single', single.peak)}, ${sideNames.cluster} ${gradeIn(comparison, 'cluster', cluster.peak)}`,
  ]
}

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
