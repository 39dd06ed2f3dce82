import type { Entries } from './entries.ts'
import { readIfThere } from './replace-file.ts'
import { decodeSnapshot, type Snapshot } from './snapshot.ts'

/** Data of the last snapshot of a store. */
export type SnapshotInfo = Omit<Snapshot, 'text'> & { readonly bytes: number }

/**
 * Reads the snapshot of a file into the entries; `undefined` where there is no such file.
 *
 * @throws StoreError when the file is damaged
 */
export async function loadSnapshot(path: string, entries: Entries): Promise<SnapshotInfo | undefined> {
  const text = await readIfThere(path)
  if (text === undefined) return undefined
  const { data, checksum, createdAt } = decodeSnapshot(text, path)
  for (const [key, { value, expiresAt }] of data) entries.apply({ op: 'set', key, value, expiresAt })
  return snapshotInfo({ text, checksum, createdAt })
}

/** Describes a snapshot without its text. */
export function snapshotInfo({ text, checksum, createdAt }: Snapshot): SnapshotInfo {
  return { checksum, createdAt, bytes: Buffer.byteLength(text) }
}
