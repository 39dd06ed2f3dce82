/** The metrics that the clients of the plugin record. Times are in milliseconds. */
export const metrics = {
  socketio_connects: {
    type: 'counter',
    by: 'transport',
    description: 'connections to a namespace, by the transport they were opened with',
  },
  socketio_connect_time: {
    type: 'trend',
    unit: 'ms',
    by: 'transport',
    description: 'from the call, or the attempt to reconnect, until the target has accepted the connection',
  },
  socketio_refused: { type: 'counter', by: 'reason', description: 'attempts that became no connection' },
  socketio_upgrades: { type: 'counter', by: 'result', description: 'attempts to upgrade to WebSocket: upgraded, or why not' },
  socketio_upgrade_time: { type: 'trend', unit: 'ms', description: 'from the opening over polling until WebSocket was in use' },
  socketio_emits: { type: 'counter', by: 'event', description: 'events that were sent' },
  socketio_events: { type: 'counter', by: 'event', description: 'events that were received' },
  socketio_acks_missing: {
    type: 'counter',
    by: 'event',
    description: 'acknowledgements that did not come in time, or not before the connection broke',
  },
  socketio_replies_missing: {
    type: 'counter',
    by: 'event',
    description: 'replies that did not come in time, or not before the connection broke, by what was asked',
  },
  socketio_acks_late: {
    type: 'counter',
    by: 'event',
    description: 'acknowledgements that came when they were already counted as missing',
  },
  socketio_replies_late: {
    type: 'counter',
    by: 'event',
    description: 'replies that came when they were already counted as missing, by what was asked',
  },
  socketio_events_missing: {
    type: 'counter',
    by: 'event',
    description: 'events that were waited for and did not come in time, or not before the connection broke',
  },
  socketio_abandoned: { type: 'counter', by: 'event', description: 'what was awaited when the user itself ended the connection' },
  socketio_disconnects: {
    type: 'counter',
    by: 'reason',
    description: 'ends of connections; by io client disconnect at the end of the run too',
  },
  socketio_session_length: { type: 'trend', unit: 'ms', description: 'from the opening of a connection to its end; no latency' },
  socketio_reconnect_gap: { type: 'trend', unit: 'ms', description: 'from the end of a connection to the opening of the next' },
} as const
