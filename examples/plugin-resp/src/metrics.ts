/** The metrics that the clients of the plugin record. Times are in milliseconds. */
export const metrics = {
  redis_commands: {
    type: 'counter',
    by: 'outcome',
    description: 'commands, by how they ended: ok, error, refused, timeout, reset, closed, protocol_error or aborted',
  },
  redis_errors: { type: 'counter', by: 'kind', description: 'error replies, by their first word, such as WRONGTYPE or OOM' },
  redis_wrong_values: { type: 'counter', by: 'command', description: 'values that were not the expected ones' },
  redis_nils: { type: 'counter', by: 'command', description: 'keys that were read with an expectation and were not there' },
  redis_opened: { type: 'counter', description: 'connections that were opened' },
  redis_refused: { type: 'counter', by: 'reason', description: 'connections that could not be opened' },
  redis_closed: {
    type: 'counter',
    by: 'cause',
    description:
      'ends of connections, by client, reset, closed, timeout or protocol_error; by client at the end of the run too, unless users shared it',
  },
  redis_connect_time: { type: 'trend', unit: 'ms', description: 'until a connection was open, logged in, and at its database' },
} as const
