import { comparisonLines } from '@benchpress/report'
import type { SuiteResult } from '@benchpress/core'
import { formatShare, type ReportSection } from '@benchpress/core/report'
import { formatNumber, formatTime, plural } from '@benchpress/report/format'
import type { PresetRun } from '@benchpress/core/preset'
import { documentedPeaks, individualLevel } from '../documented-hypha.ts'
import { casesOf } from '../hypha-cases.ts'
import type { HyphaFindings, SideFindings } from '../hypha-findings.ts'
import type { MeasuredRow } from '../measured-hypha.ts'
import { hyphaLevelsTable, hyphaMetricsTable, hyphaSideTable, sideNames, hyphaVerdictLines } from './hypha-comparison-tables.ts'
import {
  hyphaDocumentedTable,
  hyphaEndpointAveragesTable,
  hyphaEndpointsTable,
  hyphaLevelAveragesTable,
  hyphaRowsTable,
  divisionLines,
  hyphaServersTable,
} from './hypha-rows-table.ts'

/** The sections that Hypha Core adds to the report: the tables of its document, with measured figures. */
export function hyphaSections(suite: SuiteResult, presetRun: PresetRun, findings: HyphaFindings): readonly ReportSection[] {
  const { single, cluster, others } = findings
  return [
    ...[single, cluster].flatMap((side) => (side === null ? [] : sideSections(side, findings.comparison === null))),
    ...comparisonSections(findings, suite),
    othersSection('Maximum throughput', '14 endpoints in turn', others.max),
    othersSection('Concurrent load', '13 endpoints, shuffled', others.mix),
    othersSection('Individual endpoints', describeIndividual(others.individual), others.individual),
    othersSection('Bursts', 'one endpoint', others.burst),
    { title: 'How to read it', parts: [[...readingLines(findings), ...failureLines(findings), ...comparisonLines(suite, presetRun)]] },
  ].filter(({ parts }) => parts.length > 0)
}

// The comparison has the documented figures of both sides.
function sideSections(side: SideFindings, isAlone: boolean): readonly ReportSection[] {
  const { rows, levels, endpoints, peak, bestEndpoint, bestLevel, servers, grade, ungraded, figures } = side
  const name = side.side === 'single' ? 'Single instance' : 'Cluster'
  return [
    {
      title: `${name}, endpoint by endpoint`,
      parts: [
        hyphaRowsTable(rows),
        hyphaLevelAveragesTable(levels, rows),
        hyphaEndpointAveragesTable(endpoints),
        ...(isAlone ? [hyphaSideTable(side)] : []),
        [
          `peak: ${formatNumber(peak.throughput)} requests/s, ${peak.name}`,
          `best endpoint: ${bestEndpoint.name}, ${formatNumber(bestEndpoint.throughput)}/s on average`,
          `best scenario: ${bestLevel.name}, ${formatNumber(bestLevel.throughput)}/s on average`,
          `success rate: ${formatShare(figures.success)}`,
          grade === null
            ? `grade of the peak: none, because ${ungraded ?? 'nothing was measured'}`
            : `grade of the peak: ${grade} (over 15,000/s EXCELLENT, 10,000 GOOD, 5,000 ACCEPTABLE)`,
        ],
      ],
    },
    ...(servers === null
      ? []
      : [{ title: 'Servers of the cluster', parts: [hyphaServersTable(servers), divisionLines(servers)] } satisfies ReportSection]),
  ]
}

function comparisonSections(findings: HyphaFindings, suite: SuiteResult): readonly ReportSection[] {
  const { single, cluster, comparison } = findings
  if (!suite.tests.some(({ variant }) => variant === 'cluster' || variant === 'single')) return []
  if (comparison === null || single === null || cluster === null) {
    const missing = [single, cluster].flatMap((side, index) => (side === null ? [index === 0 ? sideNames.single : sideNames.cluster] : []))
    return [{ title: 'Single instance and cluster', parts: [[`no comparison: nothing was measured of ${missing.join(' and ')}`]] }]
  }
  return [
    {
      title: 'Single instance and cluster',
      intro: 'the published comparison, and what was measured',
      parts: [hyphaMetricsTable(comparison), hyphaLevelsTable(single, cluster, comparison), hyphaVerdictLines(comparison)],
    },
  ]
}

function othersSection(title: string, intro: string, rows: readonly MeasuredRow[]): ReportSection {
  const cases = new Map(casesOf(undefined).map((one) => [one.name, one]))
  const largest = rows.at(-1)
  if (largest === undefined) return { title, intro, parts: [] }
  return {
    title,
    intro,
    parts: [hyphaDocumentedTable(rows, cases), ...(largest.endpoints.length === 0 ? [] : [hyphaEndpointsTable(largest)])],
  }
}

function describeIndividual([row]: readonly MeasuredRow[]): string {
  const say = ({ requests, concurrency }: Pick<MeasuredRow, 'requests' | 'concurrency'>): string =>
    `${plural(requests, 'request')}, ${formatNumber(concurrency)} at a time`
  return `each alone, as documented with ${say(individualLevel)}${row === undefined ? '' : `, and measured with ${say(row)}`}`
}

function readingLines({ mode, single, cluster }: HyphaFindings): readonly string[] {
  const sides = [single, cluster].flatMap((side) => (side === null ? [] : [side]))
  return [
    'Req/Sec counts right responses alone; the published scripts counted every response with status 200, whatever was in it',
    ...sides.flatMap(({ side, peak }) => [
      `documented peak of ${sideNames[side]}: ${describePeak(documentedPeaks[side])}: between batches its generator idled`,
      `measured peak of ${sideNames[side]}:   ${describePeak(peak)}`,
    ]),
    mode === 'batch'
      ? 'Batches, as published: each waits for its slowest request before the next one starts'
      : 'No batches: a connection sends its next request as soon as it has its response; --mode batch does as published',
  ]
}

function describePeak({ throughput, mean, concurrency }: Pick<MeasuredRow, 'throughput' | 'mean' | 'concurrency'>): string {
  const inFlight = formatNumber(Math.round((throughput * mean) / 1000))
  return `${inFlight} of ${formatNumber(concurrency)} in flight on average (${formatNumber(throughput)}/s x ${formatTime(mean)})`
}

const mostFailures = 5

function failureLines({ single, cluster, others }: HyphaFindings): readonly string[] {
  const rows = [
    ...[single, cluster].flatMap((side) =>
      side === null ? [] : side.rows.map((row) => ({ where: `${sideNames[side.side]}, ${row.name}`, row })),
    ),
    ...Object.values(others)
      .flat()
      .map((row) => ({ where: row.name, row })),
  ]
  const failures = rows.flatMap(({ where, row }) =>
    row.failures.map(
      ({ reason, count }) => `failed: ${formatNumber(count)} of ${formatNumber(row.requests * row.runs)} in ${where}: ${reason}`,
    ),
  )
  return failures.length <= mostFailures ? failures : [...failures.slice(0, mostFailures), `... and ${failures.length - mostFailures} more`]
}
