import { hash } from 'node:crypto'
import { isTime, parseObject } from './change.ts'
import type { Entry } from './entries.ts'
import { StoreError } from './store-error.ts'

/** Version of snapshots. */
export const snapshotVersion = 1

/** All keys at one instant, as text. */
export interface Snapshot {
  /** JSON. */
  readonly text: string
  /** SHA-256 of its data. */
  readonly checksum: string
  /** Milliseconds since 1970. */
  readonly createdAt: number
}

/** A snapshot that was read. */
export interface ReadSnapshot {
  readonly checksum: string
  readonly createdAt: number
  readonly data: readonly (readonly [key: string, entry: Entry])[]
}

/** Writes a snapshot. */
export function encodeSnapshot(entries: readonly (readonly [key: string, entry: Entry])[], createdAt: number): Snapshot {
  const data = Object.fromEntries(entries.map(([key, { value, expiresAt }]) => [key, { expires_at: expiresAt, value }]))
  const checksum = checksumOf(entries)
  const text = JSON.stringify({ checksum, created_at: createdAt, data, version: snapshotVersion }, undefined, 2)
  return { text, checksum, createdAt }
}

/**
 * Reads a snapshot.
 *
 * @param source name of the text in errors
 * @throws StoreError
 */
export function decodeSnapshot(text: string, source: string): ReadSnapshot {
  const snapshot = parseObject(text)
  const { checksum, created_at: createdAt, data, version } = snapshot ?? {}
  const isSnapshot = typeof checksum === 'string' && typeof createdAt === 'number' && typeof data === 'object' && data !== null
  if (!isSnapshot || version !== snapshotVersion) throw new StoreError(`${source}: not a snapshot of version ${snapshotVersion}`)
  const entries = Object.entries(data).map(([key, entry]) => [key, readEntry(entry)] as const)
  if (!entries.every((pair): pair is readonly [string, Entry] => pair[1] !== undefined) || checksum !== checksumOf(entries))
    throw new StoreError(`${source}: the snapshot is damaged: it does not have the checksum it names`)
  return { checksum, createdAt, data: entries }
}

function readEntry(entry: unknown): Entry | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined
  const { value, expires_at: expiresAt } = entry as Readonly<Record<string, unknown>>
  return typeof value === 'string' && isTime(expiresAt) ? { value, expiresAt } : undefined
}

// Entries are sorted by key, so that the text does not depend on the order of writes.
function checksumOf(entries: readonly (readonly [key: string, entry: Entry])[]): string {
  const sorted = entries.toSorted(([a], [b]) => (a < b ? -1 : 1))
  const pairs = sorted.map(([key, { value, expiresAt }]) => [key, [['expires_at', expiresAt], ['value', value]]]) // prettier-ignore
  return hash('sha256', JSON.stringify(pairs))
}
