/** The parameters that the endpoints read from a query; a missing one is `undefined`. */
export interface BridgeQuery {
  clientId: string | undefined
  to: string | undefined
  ttl: string | undefined
  lastEventId: string | undefined
  heartbeat: string | undefined
  traceId: string | undefined
  /** Name of a parameter that occurs more than once; its first value counts. */
  repeated: string | undefined
}

const keys: ReadonlyMap<string, Exclude<keyof BridgeQuery, 'repeated'>> = new Map([
  ['client_id', 'clientId'],
  ['to', 'to'],
  ['ttl', 'ttl'],
  ['last_event_id', 'lastEventId'],
  ['heartbeat', 'heartbeat'],
  ['trace_id', 'traceId'],
])

/** Reads the query of a request's URL. */
export function readQuery(url: string): BridgeQuery {
  const query: BridgeQuery = {
    clientId: undefined,
    to: undefined,
    ttl: undefined,
    lastEventId: undefined,
    heartbeat: undefined,
    traceId: undefined,
    repeated: undefined,
  }
  let at = url.indexOf('?')
  while (at >= 0 && at < url.length) {
    const start = at + 1
    const next = url.indexOf('&', start)
    const end = next < 0 ? url.length : next
    const sign = url.indexOf('=', start)
    const nameEnd = sign < 0 || sign > end ? end : sign
    const name = url.slice(start, nameEnd)
    const key = keys.get(name)
    if (key !== undefined) {
      if (query[key] === undefined) query[key] = decode(url.slice(nameEnd + 1, end))
      else query.repeated ??= name
    }
    at = next
  }
  return query
}

/** Decodes a value with the parser of URLs, which is slow and used only where something is escaped. */
function decode(value: string): string {
  return value.includes('%') || value.includes('+') ? (new URLSearchParams(`value=${value}`).get('value') ?? '') : value
}
