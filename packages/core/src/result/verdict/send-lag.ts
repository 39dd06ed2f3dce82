import { judgeSamples } from '../../model/metrics/sample-size.ts'
import type { ScenarioSummary } from '../summary/summary.ts'
import type { TimingMode } from '../../model/workload/workload.ts'
import { distortingLag, lagResolution, notableLag } from './cut-offs.ts'
import { formatMilliseconds, formatPercentile, formatShare } from './figures.ts'
import { requestKinds } from './plugin-requests.ts'

const highPercentiles = [
  { percentile: 99, key: 'p99' },
  { percentile: 97.5, key: 'p97_5' },
  { percentile: 95, key: 'p95' },
  { percentile: 90, key: 'p90' },
] as const

/** How late the iterations of an open workload were started, where that is so late that it must be said. */
export interface SendLag {
  readonly text: string
  /** Whether the percentiles of the response times are mostly this lateness. */
  readonly distorts: boolean
}

/** Compares the send lag of an open workload with its times; `null` when it does not matter. */
export function findSendLag(scenario: ScenarioSummary, timing: TimingMode): SendLag | null {
  if (scenario.workload.kind !== 'rate') return null
  const distortion = describeDistortion(scenario)
  if (distortion !== null) return { text: distortion, distorts: true }
  const text = describeNotable(scenario)
  if (text === null) return null
  // What was started as precisely as can be is late for another reason.
  return { text: timing === 'precise' ? text : `${text}; timing "precise" starts them nearer to their time, for more CPU`, distorts: false }
}

function describeDistortion(scenario: ScenarioSummary): string | null {
  const lag = scenario.users?.sendLag
  const answer = typicalAnswer(scenario)
  if (lag === undefined || answer === null) return null
  // The rarest that has samples enough: of a short run that is no p99.
  const rarest = highPercentiles.find(({ percentile }) => judgeSamples(percentile, lag.count).says === 'enough')
  const value = rarest === undefined ? null : lag[rarest.key]
  if (rarest === undefined || value === null) return null
  if (value <= lagResolution || value <= answer.time * distortingLag) return null
  const late = `iterations started ${formatMilliseconds(value)} late (${formatPercentile(rarest.percentile)} of the send lag)`
  return `${late}, while ${answer.text}`
}

interface TypicalAnswer {
  /** Milliseconds. */
  readonly time: number
  readonly text: string
}

/** What the lateness is compared with: the median response time, or where nothing was sent over HTTP the lowest of a plugin. */
function typicalAnswer(scenario: ScenarioSummary): TypicalAnswer | null {
  const first = typicalOf(scenario, 'responseTime')
  if (first === undefined) return null
  const text = `the median response time${first.of} is ${formatMilliseconds(first.time)}: the slowest response times are the generator's own, the service times are not`
  return { time: first.time, text }
}

function typicalOf(
  scenario: ScenarioSummary,
  which: 'responseTime' | 'serviceTime',
): { readonly time: number; readonly of: string } | undefined {
  const medians = requestKinds(scenario).flatMap(({ requests, of }) => {
    const { p50 } = requests[which]
    return p50 === null ? [] : [{ time: p50, of }]
  })
  return (scenario[which].p50 === null ? medians.toSorted((a, b) => a.time - b.time) : medians)[0]
}

function describeNotable(scenario: ScenarioSummary): string | null {
  const lag = scenario.users?.sendLag
  const service = typicalOf(scenario, 'serviceTime')
  if (lag?.p50 == null || service === undefined || judgeSamples(50, lag.count).says !== 'enough') return null
  if (lag.p50 <= service.time * notableLag) return null
  const late = `iterations started ${formatMilliseconds(lag.p50)} late (p50 of the send lag)`
  const limit = `more than ${formatShare(notableLag)} of the service time${service.of} of ${formatMilliseconds(service.time)} (p50)`
  return `${late}, ${limit}: that is in the response times, and not in the service times`
}
