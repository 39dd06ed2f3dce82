import { formatShare, judgeSamples } from '@benchpress/core'
import type { MicrobenchmarkSummary } from '@benchpress/core'
import { fewMark } from './format/format-figure.ts'
import { formatCallRate } from './format/format-call-rate.ts'
import { formatNanoseconds } from './format/format-nanoseconds.ts'
import { formatNumber } from './format/format-number.ts'
import type { TableContent } from './table-content.ts'

/** A column of figures; `null` where a single sample has none. */
interface Column {
  readonly label: string
  readonly read: (measured: MeasuredFunction) => string | null
}

type MeasuredFunction = MicrobenchmarkSummary & { readonly callTime: NonNullable<MicrobenchmarkSummary['callTime']> }

const timeColumns: readonly Column[] = [
  { label: 'Mean', read: ({ callTime }) => formatNanoseconds(callTime.mean) },
  { label: '±', read: ({ callTime: { marginOfError } }) => (marginOfError === null ? null : formatShare(marginOfError)) },
  { label: 'Median', read: ({ callTime, samples }) => percentile(callTime.median, 50, samples) },
  { label: '75%', read: ({ callTime, samples }) => percentile(callTime.p75, 75, samples) },
  { label: '95%', read: ({ callTime, samples }) => percentile(callTime.p95, 95, samples) },
  { label: '99%', read: ({ callTime, samples }) => percentile(callTime.p99, 99, samples) },
  { label: 'Stdev', read: ({ callTime, samples }) => (samples < 2 ? null : formatNanoseconds(callTime.deviation)) },
  { label: 'Min', read: ({ callTime }) => formatNanoseconds(callTime.min) },
  { label: 'Max', read: ({ callTime }) => formatNanoseconds(callTime.max) },
]

/** What was measured of each function, every time in the unit that suits it; how many calls make a sample is told where it is more than one. */
export function microbenchmarkTable(measured: readonly MicrobenchmarkSummary[]): TableContent {
  const isParallel = measured.some(({ parallel }) => parallel > 1)
  const hasFailures = measured.some(({ failed }) => failed > 0)
  return {
    head: [
      'Function',
      isParallel ? 'Calls/s a thread' : 'Calls/s',
      ...(isParallel ? ['Calls/s of all'] : []),
      ...timeColumns.map(({ label }) => label),
      'Samples',
      ...(hasFailures ? ['Failed'] : []),
    ],
    apart: ['75%', '95%', '99%', 'Stdev', 'Min', 'Max'],
    rows: measured.map((one) => [
      one.isComplete ? one.case : `${one.case} (cut off)`,
      rateOf(one.callsPerSecond?.perThread),
      ...(isParallel ? [rateOf(one.callsPerSecond?.total)] : []),
      ...timeColumns.map(({ read }) => (hasTimes(one) ? (read(one) ?? 'n/a') : 'n/a')),
      `${formatNumber(one.samples)}${one.batch > 1 ? ` of ${formatNumber(one.batch)} calls` : ''}`,
      ...(hasFailures ? [formatNumber(one.failed)] : []),
    ]),
  }
}

function hasTimes(measured: MicrobenchmarkSummary): measured is MeasuredFunction {
  return measured.callTime !== null
}

function rateOf(rate: number | undefined): string {
  return rate === undefined ? 'n/a' : formatCallRate(rate)
}

function percentile(nanoseconds: number, share: number, samples: number): string {
  return `${judgeSamples(share, samples).says === 'few' ? fewMark : ''}${formatNanoseconds(nanoseconds)}`
}
