import type { Position } from './position.ts'

/** An entry of a stream as Redis gives it: its id, then names and values. */
export type StreamEntry = readonly [id: string, fields: readonly string[]]

/** A message in Redis. */
export interface EntryMessage extends Position {
  readonly to: string
  readonly data: string
  /** Milliseconds since 1970. */
  readonly deadline: number
}

/** Reads an entry; `undefined` when it is no message. */
export function readStreamEntry([id, fields]: StreamEntry): EntryMessage | undefined {
  const [toName, to, dataName, data, deadlineName, deadline] = fields
  if (toName !== 'to' || dataName !== 'data' || deadlineName !== 'deadline') return undefined
  if (to === undefined || data === undefined || deadline === undefined) return undefined
  const { ms, sequence } = readEntryId(id)
  const message = { ms, sequence, to, data, deadline: Number(deadline) }
  return Number.isFinite(message.deadline) ? message : undefined
}

/** Reads the position of an id of Redis. */
export function readEntryId(id: string): Position {
  const dash = id.indexOf('-')
  return { ms: Number(id.slice(0, dash)), sequence: Number(id.slice(dash + 1)) }
}
