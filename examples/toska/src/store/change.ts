import { hash } from 'node:crypto'

/** One write in the log; a time in milliseconds since 1970. */
export type Change =
  | { readonly op: 'set'; readonly key: string; readonly value: string; readonly expiresAt: number | null }
  | { readonly op: 'del'; readonly key: string }

/** Version of the log's records. */
export const logVersion = 1

/** Writes a change as a line of the log, with its line feed: JSON with the SHA-256 of its other fields. */
export function encodeChange(change: Change): string {
  const key = JSON.stringify(change.key)
  if (change.op === 'del') {
    const checksum = hash('sha256', `[["key",${key}],["op","del"],["v",${logVersion}]]`)
    return `{"checksum":"${checksum}","key":${key},"op":"del","v":${logVersion}}\n`
  }
  const { expiresAt } = change
  const value = JSON.stringify(change.value)
  const checksum = hash('sha256', `[["expires_at",${expiresAt}],["key",${key}],["op","set"],["v",${logVersion}],["value",${value}]]`)
  return `{"checksum":"${checksum}","expires_at":${expiresAt},"key":${key},"op":"set","v":${logVersion},"value":${value}}\n`
}

/** Reads a line of the log, without its line feed; `undefined` for a line that is no record, or was altered. */
export function decodeChange(line: string): Change | undefined {
  const record = parseObject(line)
  if (record === undefined) return undefined
  const { checksum, ...content } = record
  if (checksum !== hash('sha256', JSON.stringify(Object.entries(content).toSorted(byName)))) return undefined
  const { op, key, value, expires_at: expiresAt, v } = content
  if (typeof key !== 'string' || v !== logVersion) return undefined
  if (op === 'del') return { op, key }
  return op === 'set' && typeof value === 'string' && isTime(expiresAt) ? { op, key, value, expiresAt } : undefined
}

/** Whether a value is a time in milliseconds since 1970, or `null` for never. */
export function isTime(value: unknown): value is number | null {
  return value === null || Number.isSafeInteger(value)
}

/** Parses a text as a JSON object; `undefined` for anything else. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1
}
