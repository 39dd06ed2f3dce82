/** A byte stream of one connection, and which of its final responses belong to HEAD requests, in order. */
export interface Stream {
  readonly bytes: Buffer
  readonly headRequests: readonly boolean[]
}

/** One final response as a parser saw it; complete or not. */
export interface ReadMessage {
  readonly status: number
  readonly reason: string
  readonly headers: readonly string[]
  /** As decided at the head; undefined for a response to HEAD, where only what follows shows it. */
  readonly keepAlive: boolean | undefined
  body: string
  isComplete: boolean
}

/** All that a parser made of a stream. */
export interface Reading {
  readonly messages: readonly ReadMessage[]
  /** Bytes of the stream taken when each message was complete, if they were given one by one. */
  readonly ends: readonly number[]
  /** `switched`: a 101 handed the connection over to another protocol. */
  readonly outcome: 'refused' | 'idle' | 'complete' | 'truncated' | 'switched'
  /** Its reason for refusing. */
  readonly error: string
}

/** Whether two readings agree: in every message, its body and end, and in how the stream ended. */
export function agree(one: Reading, other: Reading): boolean {
  return one.outcome === other.outcome && sameMessages(one, other)
}

/** Whether two readings agree in every message. */
export function sameMessages(one: Reading, other: Reading): boolean {
  return one.messages.length === other.messages.length && one.messages.every((message, index) => isSame(message, other.messages[index]))
}

/** How many messages were read to their end. */
export function completed(reading: Reading): number {
  return reading.messages.filter((message) => message.isComplete).length
}

function isSame(one: ReadMessage, other: ReadMessage | undefined): boolean {
  return (
    one.status === other?.status &&
    one.reason === other.reason &&
    one.keepAlive === other.keepAlive &&
    one.isComplete === other.isComplete &&
    one.body === other.body &&
    one.headers.length === other.headers.length &&
    one.headers.every((text, index) => text === other.headers[index])
  )
}
