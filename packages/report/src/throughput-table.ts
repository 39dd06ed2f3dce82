import { judgeSamples, type ScenarioSummary } from '@benchpress/core'
import { mean, standardDeviation } from 'simple-statistics'
import { formatBytes } from './format/format-bytes.ts'
import { fewMark } from './format/format-figure.ts'
import { formatNumber } from './format/format-number.ts'
import type { TableContent } from './table-content.ts'
import { fullSeconds } from './full-seconds.ts'

const shares = [0.01, 0.025, 0.5, 0.975] as const
const noFigure = '-'

/** Answers and bytes per second of a scenario from its full seconds, at least one, in the columns of autocannon. */
export function throughputTable(scenario: ScenarioSummary): TableContent {
  const seconds = fullSeconds(scenario)
  return {
    head: ['Stat', '1%', '2.5%', '50%', '97.5%', 'Avg', 'Stdev', 'Min'],
    apart: ['Avg', 'Stdev', 'Min'],
    rows: [
      sampleRow(
        'Req/Sec',
        seconds.map((second) => second.requests),
        formatNumber,
      ),
      sampleRow(
        'Bytes/Sec',
        seconds.map((second) => second.bytes),
        formatBytes,
      ),
    ],
  }
}

function sampleRow(name: string, samples: readonly number[], format: (value: number | null) => string): readonly string[] {
  const sorted = samples.toSorted((a, b) => a - b)
  const percentiles = shares.map((share) => {
    const isFew = judgeSamples(share * 100, sorted.length).says === 'few'
    return `${isFew ? fewMark : ''}${format(nearestRank(sorted, share))}`
  })
  const [average, lowest] = [mean(sorted), nearestRank(sorted, 0)].map(format)
  // One second is no distribution: what is to be known of it is its figure.
  if (sorted.length < 2) return [name, ...shares.map(() => noFigure), average ?? '', noFigure, lowest ?? '']
  return [name, ...percentiles, average ?? '', format(standardDeviation(sorted)), lowest ?? '']
}

// A second that happened, as autocannon has it, rather than a value between two of them.
function nearestRank(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null
}
