/**
 * Writes an event for the wire, with one character for each byte of UTF-8.
 *
 * Such a text is written as `latin1`, which costs no more than copying it.
 */
export function frameEvent(id: string, data: string): string {
  const event = `event: message\nid: ${id}\ndata: ${data}\n\n`
  return Buffer.byteLength(event) === event.length ? event : Buffer.from(event).toString('latin1')
}

/** Writes a piece of a body in chunked transfer coding. */
export function chunkOf(bytes: string): string {
  return `${bytes.length.toString(16)}\r\n${bytes}\r\n`
}

/** The heartbeat of both bridges; as an event it has no data. */
export const heartbeat = 'event: heartbeat\n\n'

/** The heartbeat for readers that only receive messages. */
export const heartbeatMessage = 'event: message\r\ndata: heartbeat\r\n\r\n'
