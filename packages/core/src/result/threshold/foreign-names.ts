/** What k6 calls the metrics we have: for hints to those who come from there. */
export const metricNamesOfK6: ReadonlyMap<string, string> = new Map([
  ['http_reqs', 'http_requests'],
  ['http_req_failed', 'http_failed'],
  ['http_req_duration', 'http_response_time'],
  ['http_req_connecting', 'http_connect_time'],
  ['http_req_tls_handshaking', 'http_tls_time'],
  ['http_req_waiting', 'http_time_to_first_byte'],
  ['dropped_iterations', 'dropped'],
  ['vus', 'users_active'],
  ['vus_max', 'users_active'],
])

/** What k6, and habit, call the aggregates we have. */
export const otherAggregateNames: ReadonlyMap<string, string> = new Map([
  ['avg', 'mean'],
  ['average', 'mean'],
  ['med', 'median'],
  ['std', 'stdev'],
  ['stddev', 'stdev'],
  ['maximum', 'max'],
  ['minimum', 'min'],
  ['last', 'value'],
  ['sum', 'count'],
])
