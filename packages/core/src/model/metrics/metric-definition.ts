/** What a metric is made of: a sum, a level, the share of what was true, or a distribution of values. */
export type MetricType = 'counter' | 'gauge' | 'rate' | 'trend'

/** A metric as data, known before any worker starts. */
export interface MetricDefinition {
  readonly type: MetricType
  /** Of a trend: `ms` for times in milliseconds. Shown as it is. */
  readonly unit?: string
  readonly description?: string
  /** Name of a tag that it is also kept by, such as `type` or `cause`: at most 200 values, the rest as `other`. */
  readonly by?: string
}

/** Metrics by name. */
export type MetricDefinitions = Readonly<Record<string, MetricDefinition>>

/** The name of a metric that every test has. */
export type BuiltInMetric =
  | 'http_requests'
  | 'http_failed'
  | 'requests_failed'
  | 'response_time'
  | 'http_response_time'
  | 'http_service_time'
  | 'http_waiting'
  | 'http_connect_time'
  | 'http_tls_time'
  | 'http_time_to_first_byte'
  | 'plugin_requests'
  | 'plugin_failed'
  | 'plugin_response_time'
  | 'plugin_service_time'
  | 'plugin_data_sent'
  | 'plugin_data_received'
  | 'data_sent'
  | 'data_received'
  | 'send_lag'
  | 'iterations'
  | 'iteration_duration'
  | 'group_duration'
  | 'think_overshoot'
  | 'dropped'
  | 'checks'
  | 'users_created'
  | 'users_active'
  | 'users_completed'
  | 'users_failed'
  | 'retried'
  | 'deliveries_sent'
  | 'deliveries_accepted'
  | 'deliveries_received'
  | 'deliveries_lost'
  | 'deliveries_duplicated'
  | 'deliveries_out_of_order'
  | 'delivery_reach'
  | 'delivery_time'
  | 'delivery_fan_out_time'

/** The metrics of every test. */
export const builtInMetrics: Readonly<Record<BuiltInMetric, MetricDefinition>> = {
  http_requests: { type: 'counter', description: 'Requests that were started' },
  http_failed: { type: 'rate', description: 'Requests that did not end ok, without aborted ones' },
  requests_failed: { type: 'rate', description: 'Requests over HTTP and of plugins that did not end ok, without aborted ones' },
  response_time: {
    type: 'trend',
    unit: 'ms',
    description: 'Response times of each kind of requests that were sent, over HTTP and of plugins',
  },
  http_response_time: { type: 'trend', unit: 'ms', description: 'From the planned start of a request to its last byte' },
  http_service_time: { type: 'trend', unit: 'ms', description: 'From the send of a request to its last byte' },
  http_waiting: { type: 'trend', unit: 'ms', description: 'From when a request was asked for to its send: for a connection' },
  http_connect_time: { type: 'trend', unit: 'ms', description: 'To open a connection' },
  http_tls_time: { type: 'trend', unit: 'ms', description: 'To set up TLS on a connection' },
  http_time_to_first_byte: { type: 'trend', unit: 'ms', description: 'From the send of a request to the first byte of its answer' },
  plugin_requests: { type: 'counter', description: 'Requests of plugins that were started' },
  plugin_failed: { type: 'rate', description: 'Requests of plugins that did not end ok, without aborted ones' },
  plugin_response_time: { type: 'trend', unit: 'ms', description: 'From the planned start of a request of a plugin to its end' },
  plugin_service_time: { type: 'trend', unit: 'ms', description: 'From the start of a request of a plugin to its end' },
  plugin_data_sent: { type: 'counter', unit: 'bytes', description: 'Bytes written by plugins that tell it' },
  plugin_data_received: { type: 'counter', unit: 'bytes', description: 'Bytes read by plugins that tell it' },
  data_sent: { type: 'counter', unit: 'bytes', description: 'Bytes written over HTTP' },
  data_received: { type: 'counter', unit: 'bytes', description: 'Bytes read over HTTP' },
  send_lag: { type: 'trend', unit: 'ms', description: 'From the planned start of an iteration to its start' },
  iterations: { type: 'counter', description: 'Iterations that were started' },
  iteration_duration: { type: 'trend', unit: 'ms', description: 'From the planned start of an iteration to its end' },
  group_duration: { type: 'trend', unit: 'ms', description: 'Of a group within an iteration' },
  think_overshoot: { type: 'trend', unit: 'ms', description: 'By how much a think time of a journey took longer than it should' },
  dropped: { type: 'counter', description: 'Iterations that were due and not started, because no user was free' },
  checks: { type: 'rate', description: 'Checks that passed' },
  users_created: { type: 'counter', description: 'Users that were created' },
  users_active: { type: 'gauge', description: 'Users at a time' },
  users_completed: { type: 'counter', description: 'Users whose last iteration completed' },
  users_failed: { type: 'counter', description: 'Users whose last iteration failed' },
  retried: { type: 'counter', description: 'Requests that were sent once more, because an idle connection had been closed' },
  deliveries_sent: { type: 'counter', description: 'Messages that users sent to each other' },
  deliveries_accepted: { type: 'counter', description: 'Messages that the target accepted' },
  deliveries_received: { type: 'counter', description: 'Arrivals of accepted messages at their recipients, each counted once' },
  deliveries_lost: { type: 'counter', description: 'Accepted messages that did not arrive, for each of their recipients' },
  deliveries_duplicated: { type: 'counter', description: 'Arrivals beyond the first at the same recipient' },
  deliveries_out_of_order: { type: 'counter', description: 'Arrivals behind a message that was sent later' },
  delivery_reach: { type: 'rate', description: 'Arrivals of those that were expected' },
  delivery_time: { type: 'trend', unit: 'ms', description: 'From the send of a message to its arrival' },
  delivery_fan_out_time: { type: 'trend', unit: 'ms', description: 'From the send of a message to its arrival at the last of several' },
}
