import { sumOf } from '../../base/units/count.ts'
import type { MetricDefinition, MetricDefinitions } from '../../measure/recorder/own-metric.ts'
import {
  eachOf,
  matchTag,
  usersOf,
  type Parts,
  type Reading,
  countRequests,
  measureFailed,
  readAllFailed,
  readRequests,
  readResponseTimes,
  readWaiting,
} from './read-requests.ts'
import type { Measured, MeasuredDeliveries, MeasuredIterations, MeasuredRequests, MeasuredUsers, Missing } from './measured.ts'
import type { Tag, PlainAggregate } from './threshold.ts'

/** Reads the measurements that a selector stands for, to be merged. */
type Reader = <Times>(reading: Reading<Times>) => Parts<Times>

/** Facts about a built-in metric besides its definition. */
export interface MetricFacts {
  /** Tags of the metric besides `scenario`, by default none; `own` stands for the tags that journeys give to their requests. */
  readonly tags?: readonly (Exclude<Tag, 'scenario'> | 'own')[]
  readonly read: Reader
  /** The aggregates of the metric, if it has fewer than its type. */
  readonly aggregates?: readonly PlainAggregate[]
  /** When a summary contains the metric; by default always. A metric with `never` exists for conditions only. */
  readonly shown?: 'unless-empty' | 'with-plugins' | 'never'
  /** Whether the metric belongs to the whole test, and has no tag `scenario`. */
  readonly isOfTest?: true
  /** Whether the metric includes the delay of starts, because it runs from when something was due. */
  readonly isFromDue?: true
  /** Whether the metric measures only the lateness of the generator. */
  readonly isLateness?: true
  /** For a rate: whether hits or the rest are failures. */
  readonly failed?: 'hits' | 'rest'
  /** Names of the metric in k6, for hints. */
  readonly k6?: readonly string[]
}

type MetricOfBenchpress = MetricDefinition & MetricFacts

const ofRequests = ['endpoint', 'own'] as const
const ofRequestsByStatus = ['endpoint', 'status', 'own'] as const
const ofPlugins = ['plugin', 'endpoint'] as const
const ofMessages = { tags: ['plugin'], isOfTest: true } as const
const readFailed = ofEachRequest(measureFailed)
const readServiceTimes = ofEachRequest(({ serviceTime }) => ({ type: 'trend', values: serviceTime }))
const readSent = ofEachRequest(({ dataSent }) => ({ type: 'counter', count: dataSent }))
const readReceived = ofEachRequest(({ dataReceived }) => ({ type: 'counter', count: dataReceived }))

// The built-in metrics, in their order in a result.
const metrics: Readonly<Record<string, MetricOfBenchpress>> = {
  http_requests: counter('Requests that were started', { tags: ofRequestsByStatus, read: countRequests, k6: ['http_reqs'] }),
  http_failed: share('Requests that did not end ok, without aborted ones', {
    tags: ofRequests,
    read: readFailed,
    failed: 'hits',
    k6: ['http_req_failed'],
  }),
  // Without requests of plugins this metric equals `http_failed`.
  requests_failed: share('Requests over HTTP and of plugins that did not end ok, without aborted ones', {
    read: readAllFailed,
    failed: 'hits',
    shown: 'with-plugins',
  }),
  // Read over HTTP here; a threshold on it applies to each kind of requests that was sent, see `thresholdsMeant`, because a percentile never mixes both
  // kinds.
  response_time: times('Response times of each kind of requests that were sent, over HTTP and of plugins', {
    read: readResponseTimes,
    isFromDue: true,
    shown: 'never',
  }),
  http_response_time: times('From the planned start of a request to its last byte', {
    tags: ofRequestsByStatus,
    read: readResponseTimes,
    isFromDue: true,
    k6: ['http_req_duration'],
  }),
  http_service_time: times('From the send of a request to its last byte', { tags: ofRequests, read: readServiceTimes }),
  http_waiting: times('From when a request was asked for to its send: for a connection', { tags: ofRequests, read: readWaiting }),
  http_connect_time: times('To open a connection', {
    read: ({ scenarios }) => scenarios.map(({ connectTime }) => ({ type: 'trend', values: connectTime })),
    k6: ['http_req_connecting'],
  }),
  http_tls_time: times('To set up TLS on a connection', {
    read: ({ scenarios }) => scenarios.map(({ tlsTime }) => ({ type: 'trend', values: tlsTime })),
    shown: 'unless-empty',
    k6: ['http_req_tls_handshaking'],
  }),
  http_time_to_first_byte: times('From the send of a request to the first byte of its response', {
    read: ofUsers(({ timeToFirstByte }) => ({ type: 'trend', values: timeToFirstByte })),
    k6: ['http_req_waiting'],
  }),
  plugin_requests: counter('Requests of plugins that were started', { tags: ofPlugins, read: countRequests }),
  plugin_failed: share('Requests of plugins that did not end ok, without aborted ones', {
    tags: ofPlugins,
    read: readFailed,
    failed: 'hits',
  }),
  plugin_response_time: times('From the planned start of a request of a plugin to its end', {
    tags: ofPlugins,
    read: readResponseTimes,
    isFromDue: true,
  }),
  plugin_service_time: times('From the start of a request of a plugin to its end', { tags: ofPlugins, read: readServiceTimes }),
  plugin_data_sent: bytes('Bytes written by plugins that tell it', { tags: ['plugin'], read: readSent }),
  plugin_data_received: bytes('Bytes read by plugins that tell it', { tags: ['plugin'], read: readReceived }),
  data_sent: bytes('Bytes written over HTTP', { read: readSent }),
  data_received: bytes('Bytes read over HTTP', { tags: ofRequests, read: readReceived }),
  send_lag: times('From the planned start of an iteration to its start', {
    read: ofUsers(({ sendLag }) => ({ type: 'trend', values: sendLag })),
    isLateness: true,
  }),
  iterations: counter('Iterations that were started', {
    tags: ['journey'],
    read: ofIterations(({ iterations: { started } }) => ({ type: 'counter', count: started })),
  }),
  iteration_duration: times('From the planned start of an iteration to its end', {
    tags: ['journey'],
    read: ofIterations(({ duration }) => ({ type: 'trend', values: duration })),
    isFromDue: true,
  }),
  group_duration: times('Of a group within an iteration', { tags: ['group'], read: readGroups, shown: 'unless-empty' }),
  think_overshoot: times('By how much a think time of a journey took longer than it should', {
    read: ofUsers(({ thinkOvershoot }) => ({ type: 'trend', values: thinkOvershoot })),
    isLateness: true,
    shown: 'unless-empty',
  }),
  dropped: counter('Iterations that were due and not started, because no user was free', {
    tags: ['journey'],
    read: ofIterations(({ iterations: { dropped } }) => ({ type: 'counter', count: dropped })),
    k6: ['dropped_iterations'],
  }),
  checks: share('Checks that passed', { tags: ['check'], read: readChecks, failed: 'rest', shown: 'unless-empty' }),
  users_created: counter('Users that were created', { read: countUsers(({ created }) => created) }),
  users_active: {
    type: 'gauge',
    description: 'Users at a time',
    read: readMostActive,
    // A test starts and ends without users, so only the maximum is meaningful.
    aggregates: ['max'],
    k6: ['vus', 'vus_max'],
  },
  users_completed: counter('Users whose last iteration completed', { read: countUsers(({ completed }) => completed) }),
  users_failed: counter('Users whose last iteration failed', { read: countUsers(({ failed }) => failed) }),
  retried: counter('Requests that were sent once more, because their connection had been closed without a response', {
    read: ({ scenarios }) => scenarios.map(({ retried }) => ({ type: 'counter', count: retried })),
  }),
  deliveries_sent: messages('Messages that users sent to each other', ({ sent }) => sent),
  deliveries_accepted: messages('Messages that the target accepted', ({ accepted }) => accepted),
  deliveries_received: messages('Arrivals of accepted messages at their recipients, each counted once', ({ received }) => received),
  deliveries_lost: messages('Accepted messages that did not arrive, for each of their recipients', ({ lost }) => lost),
  deliveries_duplicated: messages('Arrivals beyond the first at the same recipient', ({ duplicated }) => duplicated),
  deliveries_out_of_order: messages('Arrivals after a message that was sent later', ({ outOfOrder }) => outOfOrder),
  delivery_reach: share('Arrivals of those that were expected', {
    ...ofMessages,
    read: ofDeliveries(({ received, lost }) => ({ type: 'rate', hits: received, total: received + lost })),
  }),
  delivery_time: times('From the send of a message to its arrival', {
    ...ofMessages,
    read: ofDeliveries(({ deliveryTime }) => ({ type: 'trend', values: deliveryTime })),
  }),
  delivery_fan_out_time: times('From the send of a message to its arrival at the last of several', {
    ...ofMessages,
    read: ofDeliveries(({ fanOutTime }) => ({ type: 'trend', values: fanOutTime })),
  }),
}

/** The definitions of the built-in metrics. */
export const builtInMetrics: MetricDefinitions = Object.fromEntries(
  Object.entries(metrics).map(([name, { type, unit, description = '' }]) => [
    name,
    { type, ...(unit === undefined ? {} : { unit }), description },
  ]),
)

/** Facts about a built-in metric; `undefined` for one of the user's own. */
export function builtInMetric(name: string): MetricFacts | undefined {
  return Object.hasOwn(metrics, name) ? metrics[name] : undefined
}

/** The built-in metric with this name in k6; `undefined` when k6 has no such metric. */
export function metricOfK6(name: string): string | undefined {
  return Object.entries(metrics).find(([, { k6 = [] }]) => k6.includes(name))?.[0]
}

function counter(description: string, facts: MetricFacts): MetricOfBenchpress {
  return { type: 'counter', description, ...facts }
}

function bytes(description: string, facts: MetricFacts): MetricOfBenchpress {
  return { type: 'counter', unit: 'bytes', description, ...facts }
}

function share(description: string, facts: MetricFacts): MetricOfBenchpress {
  return { type: 'rate', description, ...facts }
}

function times(description: string, facts: MetricFacts): MetricOfBenchpress {
  return { type: 'trend', unit: 'ms', description, ...facts }
}

function messages(description: string, count: (deliveries: MeasuredDeliveries<unknown>) => number): MetricOfBenchpress {
  return counter(description, { ...ofMessages, read: ofDeliveries((each) => ({ type: 'counter', count: count(each) })) })
}

function ofEachRequest(read: <Times>(requests: MeasuredRequests<Times>) => Measured<Times>): Reader {
  return (reading) => readRequests(reading, read)
}

function ofUsers(read: <Times>(users: MeasuredUsers<Times>) => Measured<Times>): Reader {
  return (reading) => eachOf(usersOf(reading), read)
}

function countUsers(count: (users: MeasuredUsers<unknown>) => number): Reader {
  return ofUsers((users) => ({ type: 'counter', count: count(users) }))
}

// An upper bound, because scenarios may have reached their maxima at different times.
function readMostActive<Times>(reading: Reading<Times>): Parts<Times> {
  const found = usersOf(reading)
  if ('missing' in found) return found
  return [{ type: 'gauge', value: null, min: null, max: sumOf(found, ({ mostActive }) => mostActive), at: 0 }]
}

function ofIterations(read: <Times>(iterations: MeasuredIterations<Times>) => Measured<Times>): Reader {
  return (reading) => {
    const isOfAll = reading.on.tags['journey'] === undefined
    const found = findIn(reading, 'journey', ({ iterations, journeys }) => (isOfAll ? [iterations] : journeys))
    return eachOf(found, read)
  }
}

function readGroups<Times>(reading: Reading<Times>): Parts<Times> {
  const found = findIn(reading, 'group', ({ groups }) => groups)
  return eachOf(found, ({ duration }) => ({ type: 'trend', values: duration }))
}

function readChecks<Times>(reading: Reading<Times>): Parts<Times> {
  const found = findIn(reading, 'check', ({ checks }) => checks)
  return eachOf(found, ({ passed, failed }) => ({ type: 'rate', hits: passed, total: passed + failed }))
}

/** Finds the items of users that a tag of the selector names, or all items without the tag. */
function findIn<Times, Item extends { readonly name: string }>(
  reading: Reading<Times>,
  tag: string,
  itemsOf: (users: MeasuredUsers<Times>) => readonly Item[],
): readonly Item[] | Missing {
  const users = usersOf(reading)
  return 'missing' in users ? users : matchTag(tag, reading.on, users.flatMap(itemsOf))
}

// Deliveries belong to the test, and each scenario has all of them.
function ofDeliveries(read: <Times>(deliveries: MeasuredDeliveries<Times>) => Measured<Times>): Reader {
  return (reading) => {
    const deliveries = reading.scenarios[0]?.deliveries ?? []
    if (deliveries.length === 0) return { missing: `${reading.on.metric} is measured of messages that plugins push, and there were none` }
    return eachOf(matchTag('plugin', reading.on, deliveries), read)
  }
}
