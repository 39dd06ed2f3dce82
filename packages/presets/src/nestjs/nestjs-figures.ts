import type { MetricSummary, SecondSummary } from '@benchpress/core'
import { fullSecond, mergeTimes, steadySpan } from '@benchpress/core/report'
import type { Measured, Place } from '@benchpress/core/preset'

/** Reads a figure of one run. */
export type Read = (place: Place) => Measured

/** The share of users who completed their journey. */
export const completedShare: Read = ({ scenario: { users } }) =>
  users === null || users.created === 0 ? null : users.completed / users.created

/** The bids with `success: true` in their body, of all with a response. */
export function acceptedBids({ scenario: { users } }: Place): { readonly part: number; readonly of: number } {
  const { passed = 0, failed = 0 } = users?.checks.find(({ name }) => name === 'bid accepted') ?? {}
  return { part: passed, of: passed + failed }
}

/** The share of these bids. */
export const acceptedShare: Read = (place) => {
  const { part, of } = acceptedBids(place)
  return of === 0 ? null : part / of
}

/** The `new-bid` events that users received for each accepted bid. */
export const receivedBids: Read = (place) => {
  const { part } = acceptedBids(place)
  return part === 0 ? undefined : totalOf('socketio_events', 'new-bid')(place) / part
}

/** The requests that ended `ok`, of all that were sent. */
export const okShare: Read = ({ requests: { counts } }) => ({ part: counts.outcomes.ok, of: counts.started })

/** The requests that ended `ok`. */
export const okRequests: Read = ({ requests }) => requests.counts.outcomes.ok

/** Mean or p99 of the round trips of all events, without connecting. */
export const roundTrip =
  (figure: 'mean' | 'p99'): Read =>
  ({ scenario: { users } }) => {
    const events = (users?.pluginRequests ?? []).flatMap(({ endpoints }) => endpoints.filter(({ name }) => name !== 'connect'))
    const times = mergeTimes(events.map(({ responseTime }) => responseTime))
    return times && { times, figure }
  }

/** The count of a metric, or of one value of its tag; 0 where it was never recorded. */
export const totalOf =
  (name: string, value?: string) =>
  ({ test: { metrics } }: Place): number => {
    const metric: MetricSummary | undefined = metrics[name]
    if (metric?.type !== 'counter') return 0
    return value === undefined ? metric.count : (metric.by?.series.find((one) => one.name === value)?.count ?? 0)
  }

/** Emits per second of the whole run. */
export const emitRate: Read = (place) => (place.test.duration === 0 ? null : totalOf('socketio_emits')(place) / place.test.duration)

/** The cores that the service used on average. */
export const cpu: Read = ({ test }) => test.target.cpu

// Fewer seconds depend more on the arrival of users than on the target.
const leastSeconds = 5

/** Requests per second in the full seconds of the longest phase at one rate, which the published files call sustained or maximum. */
export const sustainedRate: Read = ({ scenario }) => {
  const { start, end } = steadySpan(scenario.workload)
  const steady = fullSeconds(scenario).filter(({ at }) => at >= start && at + 1 <= end)
  return steady.length < leastSeconds ? null : meanOf(steady)
}

/** The highest mean of ten full seconds in a row, as long as the buckets of the published reports; of all seconds where there are fewer. */
export const peakRate: Read = ({ scenario }) => {
  const seconds = fullSeconds(scenario)
  const length = Math.min(10, seconds.length)
  return length === 0 ? null : Math.max(...seconds.slice(length - 1).map((_last, first) => meanOf(seconds.slice(first, first + length))))
}

function fullSeconds({ series }: Place['scenario']): readonly SecondSummary[] {
  return series.filter(({ length }) => length >= fullSecond)
}

function meanOf(seconds: readonly SecondSummary[]): number {
  return seconds.reduce((sum, { requests }) => sum + requests, 0) / seconds.length
}
