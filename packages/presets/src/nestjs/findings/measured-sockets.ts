import type { SeriesSummary, TestResult } from '@benchpress/core'
import { mergeTimes, type ReasonCount } from '@benchpress/core/report'
import { countedOf, countOf, timeOf, timeOfMetric, type MeasuredTime } from './measured-parts.ts'

/** The measured figures of Socket.IO in one run. Times in milliseconds. */
export interface MeasuredSockets {
  readonly connections: number
  /** Why connections were refused. */
  readonly refused: readonly ReasonCount[]
  readonly connectTime: MeasuredTime
  readonly emits: number
  /** Over the whole run, including the sessions after the last arrival. */
  readonly emitsPerSecond: number
  /** Time from an event to its reply, or to the end of the wait for it: for all events together, and by event. */
  readonly roundTrip: MeasuredTime
  readonly roundTrips: readonly (MeasuredTime & { readonly name: string })[]
  readonly repliesMissing: number
  /** `new-bid` events that users who had joined the auction received. */
  readonly bidsHeard: number
  /** Mean length of a connection. */
  readonly sessionLength: number | null
}

/** Reads the metrics of the plugin; `null` where it was not in use. */
export function measureSockets({ metrics, duration, scenarios }: TestResult): MeasuredSockets | null {
  const emits = metrics['socketio_emits']
  if (emits?.type !== 'counter') return null
  const events = eventsOf(scenarios)
  const all = mergeTimes(events.map(({ responseTime }) => responseTime))
  return {
    connections: countOf(metrics['socketio_connects']),
    refused: countedOf(metrics['socketio_refused']),
    connectTime: timeOfMetric(metrics['socketio_connect_time']),
    emits: emits.count,
    emitsPerSecond: duration === 0 ? 0 : emits.count / duration,
    roundTrip: all === undefined ? timeOfMetric(undefined) : timeOf(all),
    roundTrips: events.map(({ name, responseTime }) => ({ name, ...timeOf(responseTime) })),
    repliesMissing: countOf(metrics['socketio_replies_missing']),
    bidsHeard: countedOf(metrics['socketio_events']).find(({ reason }) => reason === 'new-bid')?.count ?? 0,
    sessionLength: timeOfMetric(metrics['socketio_session_length']).mean,
  }
}

// Connecting has a figure of its own.
function eventsOf(scenarios: TestResult['scenarios']): readonly SeriesSummary[] {
  return scenarios
    .flatMap(({ users }) => users?.pluginRequests ?? [])
    .flatMap(({ plugin, endpoints }) => (plugin === 'socketio' ? endpoints : []))
    .filter(({ name }) => name !== 'connect')
}
