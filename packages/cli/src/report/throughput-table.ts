import type { ScenarioSummary } from '@benchpress/core'
import { mean, standardDeviation } from 'simple-statistics'
import { formatBytes } from '../format/format-bytes.ts'
import { formatNumber } from '../format/format-number.ts'
import type { TableContent } from './table-content.ts'
import { fullSeconds } from './full-seconds.ts'

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
  const percentiles = [0.01, 0.025, 0.5, 0.975].map((share) => nearestRank(sorted, share))
  return [name, ...[...percentiles, mean(sorted), standardDeviation(sorted), nearestRank(sorted, 0)].map(format)]
}

// A second that happened, as autocannon has it, rather than a value between two of them.
function nearestRank(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null
}
