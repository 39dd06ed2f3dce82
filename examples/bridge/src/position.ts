/** The position of a message in the order of all messages; an id is a position as text. */
export interface Position {
  /** Milliseconds since 1970. */
  readonly ms: number
  /** Numbers the messages of one millisecond. */
  readonly sequence: number
}

/** The position before all messages. */
export const beginning: Position = { ms: 0, sequence: 0 }

/** Whether a message comes later than a position. */
export function isAfter(message: Position, position: Position): boolean {
  return message.ms > position.ms || (message.ms === position.ms && message.sequence > position.sequence)
}
