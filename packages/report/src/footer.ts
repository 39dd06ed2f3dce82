import type { ScenarioSummary } from '@benchpress/core'
import { formatBytes } from './format/format-bytes.ts'
import { formatCount } from './format/format-count.ts'
import { formatNumber } from './format/format-number.ts'
import { formatSeconds } from './format/format-seconds.ts'
import { answeredLate } from './answered-late.ts'

/**
 * The last line of a run, as autocannon writes it: `5983k requests in 30.23s, 891 MB read`.
 *
 * Requests that were answered after the end, or not at all, are told apart: they are not in the requests per second above it.
 */
export function footer(scenario: ScenarioSummary): string {
  const { counts, duration, dataReceived } = scenario
  const noun = counts.started === 1 ? 'request' : 'requests'
  const { aborted } = counts.outcomes
  const late = answeredLate(scenario)
  const parts = [
    ...(late > 0 ? [`${formatNumber(late)} of them answered after the end`] : []),
    ...(aborted > 0 ? [`${formatNumber(aborted)} of them aborted at the end`] : []),
  ]
  const note = parts.length === 0 ? '' : ` (${parts.join(', ')})`
  return `${formatCount(counts.started)} ${noun} in ${formatSeconds(duration)}, ${formatBytes(dataReceived)} read${note}`
}
