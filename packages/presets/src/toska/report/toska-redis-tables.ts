import type { ReportCell, ReportTable } from '@benchpress/core/report'
import { figureCells, numberCell } from '@benchpress/report'
import { formatNumber, formatTime } from '@benchpress/report/format'
import { documentedComparison, type DocumentedOperation } from '../documented-toska.ts'
import type { ImportedOperation } from '../imported-results.ts'
import type { ComparedOperation, MeasuredOperation, RedisComparison } from '../redis-comparison.ts'

/** The table of operations per second of each side, documented and measured. */
export function toskaOperationsTable(comparison: RedisComparison): ReportTable {
  return {
    head: ['Operations a second', 'Of', 'Redis over RESP', 'Toska over HTTP', 'Redis / Toska'],
    texts: ['Of'],
    names: 2,
    rows: operations(comparison).flatMap(({ name, documented, measured, imported }) => [
      [name, 'documented', ...ratesOf(documented.redis, documented.toska)],
      ['', 'measured', ...measuredRates(measured)],
      ...(imported === null
        ? []
        : [['', 'redis-benchmark', ...ratesOf(imported.operationsPerSecond, measured.toska?.operationsPerSecond ?? null)]]),
    ]),
  }
}

/** The table of operation times of each side, documented and measured; for Redis nothing was documented. Measured times begin at the call of the operation. */
export function toskaLatencyTable(comparison: RedisComparison): ReportTable {
  return {
    head: ['Latency', 'Of', 'Avg', '50%', '90%', '99%', 'Errors'],
    texts: ['Of'],
    names: 2,
    rows: operations(comparison).flatMap(({ write, documented, measured, imported }) => [
      [write.toska, 'documented', ...documentedCells(documented)],
      ['', fromItsCall, ...latencyCells(measured.toska)],
      [write.redis, fromItsCall, ...latencyCells(measured.redis)],
      ...(imported === null ? [] : [['', 'redis-benchmark', ...[imported.mean, imported.p50, null, imported.p99].map(timeCell), '']]),
    ]),
  }
}

const fromItsCall = 'measured from its call'

/** The limit of each side, which shows what its figures measure. */
export function toskaLimits(comparison: RedisComparison): readonly string[] {
  return operations(comparison).flatMap(({ write, measured }) =>
    (['redis', 'toska'] as const).flatMap((side) => {
      const operation = measured[side]
      return operation === null ? [] : [`${write[side]} was limited by ${operation.limitedBy.text}`]
    }),
  )
}

interface NamedOperation {
  readonly name: string
  readonly write: { readonly redis: string; readonly toska: string }
  readonly documented: DocumentedOperation
  readonly measured: ComparedOperation
  readonly imported: ImportedOperation | null
}

function operations({ write, read, redisBenchmark }: RedisComparison): readonly NamedOperation[] {
  return [
    {
      name: 'SET and PUT',
      write: { redis: 'SET', toska: 'PUT' },
      documented: documentedComparison.write,
      measured: write,
      imported: redisBenchmark?.write ?? null,
    },
    {
      name: 'GET',
      write: { redis: 'GET over RESP', toska: 'GET over HTTP' },
      documented: documentedComparison.read,
      measured: read,
      imported: redisBenchmark?.read ?? null,
    },
  ]
}

function ratesOf(redis: number | null, toska: number | null): readonly ReportCell[] {
  return [...rateCells(redis, toska), ratioCell(redis === null || toska === null || toska === 0 ? null : redis / toska)]
}

function rateCells(...rates: readonly (number | null)[]): readonly ReportCell[] {
  return rates.map((perSecond) => numberCell(perSecond, formatNumber))
}

function ratioCell(ratio: number | null, suffix: string = ''): ReportCell {
  return numberCell(ratio === null ? null : rounded(ratio), (value) => `${formatNumber(value)}x${suffix}`)
}

function rounded(ratio: number): number {
  return Number(ratio.toPrecision(3))
}

function timeCell(milliseconds: number | null): ReportCell {
  return numberCell(milliseconds, formatTime)
}

function measuredRates({ redis, toska, ratio: { ratio, interval }, runs }: ComparedOperation): readonly ReportCell[] {
  const worst = (['invalid', 'suspect'] as const).find((level) => redis?.verdict === level || toska?.verdict === level)
  const of =
    interval === null
      ? `, of ${runs === 1 ? 'one run' : `${runs} runs`}`
      : ` (${interval.map((end) => formatNumber(rounded(end))).join(' to ')})`
  const rates = rateCells(redis?.operationsPerSecond ?? null, toska?.operationsPerSecond ?? null)
  return [...rates, ratioCell(ratio, `${of}${worst === undefined ? '' : `, ${worst}`}`)]
}

function documentedCells({ latency: { mean, p50, p90, p99, errors } }: DocumentedOperation): readonly ReportCell[] {
  return [...[mean, p50, p90, p99].map(timeCell), numberCell(errors)]
}

function latencyCells(operation: MeasuredOperation | null): readonly ReportCell[] {
  return [...figureCells(operation?.latency, ['mean', 'p50', 'p90', 'p99']), numberCell(operation?.errors ?? null)]
}
