/**
 * Every figure that is measured, by what it is of: the one place where a figure has its name, kind, unit and sentence.
 *
 * Snapshots, totals, a result and its schema, metrics, comparisons and exports follow from it. A load thread does not load it: the recorders have the
 * same names as typed fields.
 */
export const figures = {
  requests: {
    started: {
      kind: 'count',
      sentence: 'Requests that were sent or whose connection was refused',
      metric: 'http_requests',
      by: ['endpoint', 'status', 'own'],
      ofPlugins: ['plugin', 'endpoint'],
      k6: ['http_reqs'],
    },
    responseTime: {
      kind: 'time',
      sentence: 'Times from the planned start of a request to its complete response',
      metric: 'http_response_time',
      by: ['endpoint', 'status', 'own'],
      ofPlugins: ['plugin', 'endpoint'],
      both: 'response_time',
      k6: ['http_req_duration'],
      isFromDue: true,
      compared: ['p50', 'p90', 'p99'],
      label: 'Latency',
      exported: 'response_time',
    },
    serviceTime: {
      kind: 'time',
      sentence: 'Times from the send of a request to its complete response',
      metric: 'http_service_time',
      by: ['endpoint', 'own'],
      ofPlugins: ['plugin', 'endpoint'],
      compared: ['p99'],
      label: 'Service time',
      exported: 'service_time',
    },
    failed: {
      kind: 'share',
      sentence: 'Requests that did not end ok, without aborted ones',
      metric: 'http_failed',
      by: ['endpoint', 'own'],
      ofPlugins: ['plugin', 'endpoint'],
      both: 'requests_failed',
      k6: ['http_req_failed'],
      failed: 'hits',
      compared: ['rate'],
      label: 'Failed',
    },
    dataSent: {
      kind: 'count',
      unit: 'bytes',
      sentence: 'Bytes written, heads included',
      metric: 'data_sent',
      ofPlugins: ['plugin'],
      exported: 'sent_bytes',
    },
    dataReceived: {
      kind: 'count',
      unit: 'bytes',
      sentence: 'Bytes read, heads included',
      metric: 'data_received',
      by: ['endpoint', 'own'],
      ofPlugins: ['plugin'],
      exported: 'received_bytes',
    },
    retried: {
      kind: 'count',
      sentence: 'Requests that were sent once more, because their connection was closed before anything of a response had come',
      metric: 'retried',
      exported: 'retried',
    },
    dropped: { kind: 'count', sentence: 'Requests that were due but not started' },
  },
  connections: {
    opened: { kind: 'count', sentence: 'Connections that were opened', metric: 'connections_opened', exported: 'connections_opened' },
    refused: { kind: 'count', sentence: 'Attempts to open a connection that failed' },
    closedAfterResponse: {
      kind: 'count',
      sentence:
        'Connections that were closed after a response announced it, as with `Connection: close`, whichever side closed first. Those of journeys to other origins are included. Streams are not, because their connections always end with them; plugins do not report it, and have 0',
    },
    closedIdle: { kind: 'count', sentence: 'Connections the server closed while no request was in flight, which is no outcome' },
    surplus: {
      kind: 'count',
      sentence: 'Connections that received bytes that no request had asked for, such as a second response to one request',
    },
    withoutSurplus: {
      kind: 'count',
      sentence:
        'Connections that carried responses and received no such bytes; one that was closed after its first response, before any could come, is in neither',
    },
    pipelinedAfterClose: {
      kind: 'count',
      sentence: 'Requests that were pipelined after a request whose response had `Connection: close`',
    },
    connectTime: {
      kind: 'time',
      sentence: 'Times from the attempt to open a connection until it was open',
      metric: 'http_connect_time',
      k6: ['http_req_connecting'],
    },
    tlsTime: {
      kind: 'time',
      sentence: 'Times from an open connection until TLS was set up on it',
      metric: 'http_tls_time',
      k6: ['http_req_tls_handshaking'],
      isShownUnlessEmpty: true,
    },
  },
  users: {
    created: {
      kind: 'count',
      sentence: 'Users that were created, warm-up included: `completed + failed + aborted`',
      metric: 'users_created',
    },
    completed: { kind: 'count', sentence: 'Users whose last iteration completed', metric: 'users_completed' },
    failed: { kind: 'count', sentence: 'Users whose last iteration failed', metric: 'users_failed' },
    aborted: { kind: 'count', sentence: 'Users whose last iteration was cut off' },
    mostActive: {
      kind: 'most',
      sentence:
        'Most users at a time; over several threads, and in results that were added up, the sum of their maxima, which is an upper bound',
      metric: 'users_active',
      k6: ['vus', 'vus_max'],
    },
    busy: { kind: 'level', sentence: 'Mean number of users in an iteration over the run phase, measured' },
    waiting: {
      kind: 'level',
      sentence:
        'Mean number of users over the run phase, measured, that had no request in flight and waited for events that the target sends by itself, such as those of a subscription',
    },
    waitingForReplies: {
      kind: 'level',
      sentence:
        'Mean number of users over the run phase, measured, that had no HTTP request in flight and waited for the reply to a request of a plugin',
    },
    thinking: { kind: 'level', isLater: true, sentence: 'Mean number of users that were thinking over the run phase, measured' },
    sendLag: {
      kind: 'time',
      sentence: 'Times from the planned start of an iteration to its actual start',
      metric: 'send_lag',
      isLateness: true,
    },
    httpWaiting: {
      kind: 'time',
      sentence: 'Times from the call of a request to its send, spent waiting for a connection to open or become free',
      metric: 'http_waiting',
      k6: ['http_req_blocked'],
      by: ['endpoint', 'own'],
    },
    timeToFirstByte: {
      kind: 'time',
      sentence: 'Times from the send of a request to the first byte of its response',
      metric: 'http_time_to_first_byte',
      k6: ['http_req_waiting'],
    },
    sendingTime: {
      kind: 'time',
      sentence: 'Times to hand a request over to the operating system, without streams',
      metric: 'http_sending_time',
      k6: ['http_req_sending'],
    },
    receivingTime: {
      kind: 'time',
      sentence: 'Times from the first byte of a response to its last one',
      metric: 'http_receiving_time',
      k6: ['http_req_receiving'],
    },
    thinkOvershoot: {
      kind: 'time',
      sentence: 'Times by which `think` took longer than asked for; without samples when no journey thinks',
      metric: 'think_overshoot',
      isShownUnlessEmpty: true,
      isLateness: true,
    },
  },
  iterations: {
    started: { kind: 'count', sentence: 'Iterations that were started', metric: 'iterations' },
    dropped: {
      kind: 'count',
      sentence: 'Iterations that were due but not started, because no user was free',
      metric: 'dropped',
      k6: ['dropped_iterations'],
    },
    completed: { kind: 'count', sentence: 'Iterations that ran to their end' },
    failed: { kind: 'count', sentence: 'Iterations of journeys that threw, or of requests that did not end `ok`' },
    aborted: { kind: 'count', sentence: 'Iterations that were cut off at the end' },
    duration: {
      kind: 'time',
      sentence: 'Times from the planned start of an iteration to its end',
      metric: 'iteration_duration',
      isFromDue: true,
    },
  },
  groups: {
    duration: { kind: 'time', sentence: 'Times that a group of an iteration took', metric: 'group_duration', isShownUnlessEmpty: true },
  },
  checks: {
    passed: { kind: 'share', sentence: 'Checks that passed', metric: 'checks', isShownUnlessEmpty: true, failed: 'rest' },
  },
  deliveries: {
    sent: { kind: 'count', sentence: 'Messages that were sent: `accepted + refused + unanswered`', metric: 'deliveries_sent' },
    accepted: { kind: 'count', sentence: 'Messages that the target accepted', metric: 'deliveries_accepted' },
    received: { kind: 'count', sentence: 'Expected messages that arrived, counted once for each recipient', metric: 'deliveries_received' },
    lost: {
      kind: 'count',
      sentence: 'Expected messages that did not arrive: `lostInGap + lostAfterLeaving + lostByTarget`',
      metric: 'deliveries_lost',
    },
    duplicated: { kind: 'count', sentence: 'Arrivals beyond the first at the same recipient', metric: 'deliveries_duplicated' },
    outOfOrder: {
      kind: 'count',
      sentence: 'Messages overtaken by another message to the same recipient that was sent only after they had been accepted',
      metric: 'deliveries_out_of_order',
    },
    reach: {
      kind: 'share',
      sentence: 'Messages that arrived, of those that were expected',
      metric: 'delivery_reach',
      compared: ['rate'],
      label: 'Reach',
    },
    deliveryTime: {
      kind: 'time',
      sentence: 'Times from the send to the first arrival, including messages that were not accepted',
      metric: 'delivery_time',
      compared: ['p50', 'p99'],
      label: 'Delivery',
    },
    fanOutTime: {
      kind: 'time',
      sentence: 'Times from the send to the arrival at the last recipient, of messages to several recipients that reached all of them',
      metric: 'delivery_fan_out_time',
    },
  },
} as const

/** What figures are of. */
export type FigureSubject = keyof typeof figures
