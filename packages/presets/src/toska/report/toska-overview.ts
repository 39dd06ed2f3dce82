import type { LimitedBy, TimeSummary } from '@benchpress/core'
import type { ReportCell, ReportFigure, ReportTable } from '@benchpress/core/report'
import { figureCell, numberCell, spreadCell, spreadOf } from '@benchpress/report'
import { formatNumber, formatTime } from '@benchpress/report/format'
import { documentedComparison, documentedSweeps, type SweptPart } from '../documented-toska.ts'
import type { MeasuredOperation, RedisComparison } from '../redis-comparison.ts'
import type { MeasuredLevel, ToskaFindings } from '../toska-findings.ts'

interface Measured {
  readonly perSecond: number
  readonly times: TimeSummary | null
  readonly limitedBy: LimitedBy
}

/** A row of the overview; `documented` is `undefined` where nothing was published, and `measured` empty where nothing was measured. */
interface Row {
  readonly name: string
  readonly documented: { readonly perSecond: number; readonly p99?: number } | undefined
  readonly measured: readonly Measured[]
}

/** The table with a row for each level of the sweeps and each operation of the comparison: throughput and 99th percentile, documented beside measured. */
export function toskaOverview({ levels, comparison }: Pick<ToskaFindings, 'levels' | 'comparison'>): ReportTable {
  const rows = [...(['kv', 'replication'] as const).flatMap((part) => levelRows(part, levels)), ...operationRows(comparison)]
  return {
    head: ['Per second', 'Documented', 'Measured', 'Documented 99%', 'Measured 99%', 'Limited by'],
    texts: ['Limited by'],
    apart: ['Documented 99%', 'Measured 99%'],
    rows: rows.map(({ name, documented, measured }) => [
      name,
      documentedCell(documented?.perSecond, formatNumber),
      measured.length === 0 ? '' : spreadCell(spreadOf(measured.map(({ perSecond }) => perSecond)), formatNumber),
      documentedCell(documented?.p99, formatTime),
      timeCell(measured),
      [...new Set(measured.map(({ limitedBy }) => limitedBy.by))].join(', '),
    ]),
  }
}

function levelRows(part: SweptPart, levels: readonly MeasuredLevel[]): readonly Row[] {
  const own = levels.filter((level) => level.part === part)
  if (own.length === 0) return []
  const users = new Set([...own, ...documentedSweeps[part]].map((level) => level.users))
  return [...users]
    .toSorted((a, b) => a - b)
    .map((count) => {
      const documented = documentedSweeps[part].find((level) => level.users === count)
      return {
        name: `${part}, ${count} ${count === 1 ? 'user' : 'users'}`,
        documented: documented && { perSecond: documented.requestsPerSecond, p99: documented.p99 },
        measured: own
          .filter((level) => level.users === count)
          .map(({ requestsPerSecond, serviceTime, limitedBy }) => ({ perSecond: requestsPerSecond, times: serviceTime, limitedBy })),
      }
    })
}

function operationRows(comparison: RedisComparison | null): readonly Row[] {
  if (comparison === null) return []
  const { write, read } = documentedComparison
  return [
    { name: 'SET of Redis', documented: { perSecond: write.redis }, measured: measuredOf(comparison.write.redis) },
    { name: 'PUT of Toska', documented: { perSecond: write.toska, p99: write.latency.p99 }, measured: measuredOf(comparison.write.toska) },
    { name: 'GET of Redis', documented: { perSecond: read.redis }, measured: measuredOf(comparison.read.redis) },
    { name: 'GET of Toska', documented: { perSecond: read.toska, p99: read.latency.p99 }, measured: measuredOf(comparison.read.toska) },
  ]
}

function measuredOf(operation: MeasuredOperation | null): readonly Measured[] {
  return operation === null ? [] : [{ perSecond: operation.operationsPerSecond, times: operation.latency, limitedBy: operation.limitedBy }]
}

function documentedCell(value: number | undefined, format: (value: number) => string): ReportCell {
  return value === undefined ? '' : numberCell(value, format)
}

function timeCell(measured: readonly Measured[]): ReportCell {
  const [first = '', ...others] = measured.map(({ times }): ReportFigure => (times === null ? { figure: 'n/a' } : figureCell(times, 'p99')))
  if (first === '' || others.length === 0) return first
  // A mean of several runs has no mark for the caveat of one run.
  return spreadCell(spreadOf([first, ...others].map(({ value, caveat }) => (caveat === undefined ? (value ?? null) : null))), formatTime)
}
