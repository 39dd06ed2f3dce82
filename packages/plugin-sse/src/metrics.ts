/** The metrics that the clients of the plugin record. Times are in milliseconds. */
export const metrics = {
  sse_opened: { type: 'counter', description: 'connections over which events could arrive' },
  sse_refused: {
    type: 'counter',
    by: 'reason',
    description: 'attempts that became no such connection, or one with an error in place of events',
  },
  sse_closed: {
    type: 'counter',
    by: 'cause',
    description: 'ends of connections, by client, target or error; by client at the end of the run too',
  },
  sse_silent: {
    type: 'counter',
    description: 'of those, connections that were lost without a word: silent for longer than heartbeat.timeout, or no longer there',
  },
  sse_events: { type: 'counter', by: 'type', description: 'events, heartbeats among them' },
  sse_events_dropped: { type: 'counter', description: 'events that an iteration missed' },
  sse_heartbeats: { type: 'counter', description: 'events that are heartbeats' },
  sse_time_to_open: { type: 'trend', unit: 'ms', description: 'from when a connection was due to the head of the response' },
  sse_time_to_first_event: { type: 'trend', unit: 'ms', description: 'from when a connection was due to its first event' },
  sse_event_gap: { type: 'trend', unit: 'ms', description: 'between two events of a connection' },
  sse_heartbeat_gap: { type: 'trend', unit: 'ms', description: 'between two heartbeats of a connection' },
  sse_lifetime: { type: 'trend', unit: 'ms', description: 'from the opening of a connection to its end; no latency' },
  sse_reconnect_gap: { type: 'trend', unit: 'ms', description: 'from the end of a connection to the opening of the next' },
  sse_resumes: { type: 'rate', description: 'connections that continued after a last id without an event that was there before' },
} as const
