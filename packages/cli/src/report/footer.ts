import type { ScenarioSummary } from '@benchpress/core'
import { formatBytes } from '../format/format-bytes.ts'
import { formatCount } from '../format/format-count.ts'
import { formatNumber } from '../format/format-number.ts'
import { formatSeconds } from '../format/format-seconds.ts'

/** The last line of a run, as autocannon writes it: `5983k requests in 30.23s, 891 MB read`. */
export function footer(scenario: ScenarioSummary): string {
  const { counts, duration, dataReceived } = scenario
  const noun = counts.started === 1 ? 'request' : 'requests'
  const aborted = counts.outcomes.aborted > 0 ? ` (${formatNumber(counts.outcomes.aborted)} of them in flight at the end)` : ''
  return `${formatCount(counts.started)} ${noun} in ${formatSeconds(duration)}, ${formatBytes(dataReceived)} read${aborted}`
}
