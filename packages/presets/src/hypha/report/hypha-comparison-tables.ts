import { formatShare, type ReportTable } from '@benchpress/core/report'
import { formatThroughput, formatTime } from '@benchpress/report/format'
import { judgeSides, advantageOf, type Advantage, type HyphaVerdict } from '../hypha-comparison.ts'
import { documentedLevels, documentedSides, type SideFigures } from '../documented-hypha.ts'
import type { SideComparison, SideFindings } from '../hypha-findings.ts'

/** The names of both sides. */
export const sideNames = { single: 'Single', cluster: 'Cluster' } as const

type Figure = readonly [label: string, key: keyof SideFigures, format: (value: number) => string]

const perSecond = (value: number): string => `${formatThroughput(value)}/s`

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
export function describeAdvantage({ side, by, ahead, because }: Advantage, isTime: boolean): string {
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
