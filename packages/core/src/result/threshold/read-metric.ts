import type { BuiltInMetric, MetricDefinition } from '../../model/metrics/metric-definition.ts'
import { isBuiltInMetric, type DeliveryMetric } from './metric-tags.ts'
import type { CutShort } from './inconclusive.ts'
import { matchNames, eachOf, matchTag, usersOf, type Parts, type Reading } from './match-names.ts'
import { mergeMeasured, type MeasuredIterations, type MeasuredScenario, type MeasuredUsers, type MeasuredDeliveries, type Measured, type Missing, type MergeTimes } from './measured.ts'
import { readOwn } from './read-own.ts'
import {
  countRequests,
  readAllFailed,
  readFailed,
  readReceived,
  readResponseTimes,
  readSent,
  readServiceTimes,
  readWaiting,
} from './read-requests.ts'
import type { MetricSelector } from './threshold.ts'

/** What a selector names. */
export interface MetricReading<Times> {
  readonly measured: Measured<Times>
  /** The longest run phase so far of the scenarios it was read from, for rates. */
  readonly seconds: number
  /** Where the run phase of one of them did not come to its planned end. */
  readonly cutShort: CutShort | undefined
}

/**
 * Reads what a selector names: everything that its tags match, put together.
 *
 * Names match exactly, but for `*`, which stands for any text. The tags must be such by which the metric is kept, see `findTagProblem`.
 *
 * @param merge puts several distributions together; percentiles are never averaged
 */
export function readMetric<Times>(
  on: MetricSelector,
  { type }: MetricDefinition,
  sources: readonly MeasuredScenario<Times>[],
  merge: MergeTimes<Times>,
): MetricReading<Times> | Missing {
  const pattern = on.tags['scenario']
  const scenarios = pattern === undefined ? sources : matchNames('scenario', pattern, sources)
  if ('missing' in scenarios) return scenarios
  const parts = readParts({ on, scenarios })
  const measured = 'missing' in parts ? parts : mergeMeasured(type, parts, merge)
  if ('missing' in measured) return measured
  // An endpoint or a tag may be one of a single scenario, and the others have no part in it: neither in its rate, nor by ending early.
  const read = scenarios.filter((scenario) => !('missing' in readParts({ on, scenarios: [scenario] })))
  const from = read.length > 0 ? read : scenarios
  const short = new Set(from.map(({ cutShort }) => cutShort))
  const cutShort = (['changing', 'steady'] as const).find((each) => short.has(each))
  return { measured, seconds: Math.max(0, ...from.map(({ seconds }) => seconds)), cutShort }
}

function readParts<Times>(reading: Reading<Times>): Parts<Times> {
  const { metric } = reading.on
  return isBuiltInMetric(metric) ? readers[metric](reading) : readOwn(reading)
}

type Reader = <Times>(reading: Reading<Times>) => Parts<Times>

const readers: Readonly<Record<BuiltInMetric, Reader>> = {
  http_requests: countRequests,
  http_failed: readFailed,
  requests_failed: readAllFailed,
  // Over HTTP; a threshold on it is one on what was sent, see `thresholdsMeant`.
  response_time: readResponseTimes,
  http_response_time: readResponseTimes,
  http_service_time: readServiceTimes,
  http_connect_time: ({ scenarios }) => scenarios.map(({ connectTime }) => ({ type: 'trend', values: connectTime })),
  http_tls_time: ({ scenarios }) => scenarios.map(({ tlsTime }) => ({ type: 'trend', values: tlsTime })),
  http_waiting: readWaiting,
  http_time_to_first_byte: (reading) => eachOf(usersOf(reading), ({ timeToFirstByte }) => ({ type: 'trend', values: timeToFirstByte })),
  plugin_requests: countRequests,
  plugin_failed: readFailed,
  plugin_response_time: readResponseTimes,
  plugin_service_time: readServiceTimes,
  plugin_data_sent: readSent,
  plugin_data_received: readReceived,
  data_sent: readSent,
  data_received: readReceived,
  send_lag: (reading) => eachOf(usersOf(reading), ({ sendLag }) => ({ type: 'trend', values: sendLag })),
  iterations: (reading) => eachOf(findIterations(reading), ({ started }) => ({ type: 'counter', count: started })),
  iteration_duration: (reading) => eachOf(findIterations(reading), ({ duration }) => ({ type: 'trend', values: duration })),
  group_duration: (reading) =>
    eachOf(
      findIn(reading, 'group', ({ groups }) => groups),
      ({ duration }) => ({ type: 'trend', values: duration }),
    ),
  think_overshoot: (reading) => eachOf(usersOf(reading), ({ thinkOvershoot }) => ({ type: 'trend', values: thinkOvershoot })),
  dropped: (reading) => eachOf(findIterations(reading), ({ dropped }) => ({ type: 'counter', count: dropped })),
  checks: (reading) =>
    eachOf(
      findIn(reading, 'check', ({ checks }) => checks),
      ({ passed, failed }) => ({ type: 'rate', hits: passed, total: passed + failed }),
    ),
  users_created: (reading) => countUsers(reading, ({ created }) => created),
  users_active: readMostActive,
  users_completed: (reading) => countUsers(reading, ({ completed }) => completed),
  users_failed: (reading) => countUsers(reading, ({ failed }) => failed),
  retried: (reading) => countUsers(reading, ({ retried }) => retried),
  deliveries_sent: (reading) => readDeliveries(reading, 'deliveries_sent'),
  deliveries_accepted: (reading) => readDeliveries(reading, 'deliveries_accepted'),
  deliveries_received: (reading) => readDeliveries(reading, 'deliveries_received'),
  deliveries_lost: (reading) => readDeliveries(reading, 'deliveries_lost'),
  deliveries_duplicated: (reading) => readDeliveries(reading, 'deliveries_duplicated'),
  deliveries_out_of_order: (reading) => readDeliveries(reading, 'deliveries_out_of_order'),
  delivery_reach: (reading) => readDeliveries(reading, 'delivery_reach'),
  delivery_time: (reading) => readDeliveries(reading, 'delivery_time'),
  delivery_fan_out_time: (reading) => readDeliveries(reading, 'delivery_fan_out_time'),
}

function countUsers<Times>(reading: Reading<Times>, count: (users: MeasuredUsers<Times>) => number): Parts<Times> {
  return eachOf(usersOf(reading), (users) => ({ type: 'counter', count: count(users) }))
}

// Scenarios need not have had the most at the same time: there were never more than this, perhaps fewer.
function readMostActive<Times>(reading: Reading<Times>): Parts<Times> {
  const found = usersOf(reading)
  if ('missing' in found) return found
  return [{ type: 'gauge', value: null, min: null, max: found.reduce((sum, { mostActive }) => sum + mostActive, 0), at: 0 }]
}

function findIterations<Times>(reading: Reading<Times>): readonly MeasuredIterations<Times>[] | Missing {
  const isOfAll = reading.on.tags['journey'] === undefined
  return findIn(reading, 'journey', ({ iterations, journeys }) => (isOfAll ? [iterations] : journeys))
}

/** What the users' items are that a tag of the selector names; all of them without that tag. */
function findIn<Times, Item extends { readonly name: string }>(
  reading: Reading<Times>,
  tag: string,
  itemsOf: (users: MeasuredUsers<Times>) => readonly Item[],
): readonly Item[] | Missing {
  const users = usersOf(reading)
  return 'missing' in users ? users : matchTag(tag, reading, users.flatMap(itemsOf))
}

/** Reads a metric of the messages of the plugins that a selector names. */
function readDeliveries<Times>(reading: Reading<Times>, metric: DeliveryMetric): Parts<Times> {
  // They are of the test, and known to each of its scenarios.
  const deliveries = reading.scenarios[0]?.deliveries ?? []
  if (deliveries.length === 0) return { missing: `${metric} is measured of messages that plugins push, and there were none` }
  return eachOf(matchTag('plugin', reading, deliveries), (each) => measure(metric, each))
}

function measure<Times>(metric: DeliveryMetric, deliveries: MeasuredDeliveries<Times>): Measured<Times> {
  const { sent, accepted, received, duplicated, outOfOrder, deliveryTime, fanOutTime } = deliveries
  switch (metric) {
    case 'deliveries_sent':
      return { type: 'counter', count: sent }
    case 'deliveries_accepted':
      return { type: 'counter', count: accepted }
    case 'deliveries_received':
      return { type: 'counter', count: received }
    case 'deliveries_lost':
      return { type: 'counter', count: deliveries.lost }
    case 'deliveries_duplicated':
      return { type: 'counter', count: duplicated }
    case 'deliveries_out_of_order':
      return { type: 'counter', count: outOfOrder }
    case 'delivery_reach':
      return { type: 'rate', hits: received, total: received + deliveries.lost }
    case 'delivery_time':
      return { type: 'trend', values: deliveryTime }
    case 'delivery_fan_out_time':
      return { type: 'trend', values: fanOutTime }
  }
}
