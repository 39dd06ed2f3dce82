import { knownDifferences } from './known-differences.ts'
import { readByNode } from './node-reading.ts'
import { everyByte, readSplit, readWhole } from './our-reading.ts'
import { agree, completed, type Reading, type Stream } from './reading.ts'

/** The comparison of one stream. */
export interface Comparison {
  /** Messages that Node's parser read to their end. */
  readonly completed: number
  readonly isRefused: boolean
  /** The known difference that explains it, if they differ. */
  readonly difference: string | undefined
}

/**
 * Reads a stream by Node's parser, by the framer at once and by the framer in pieces, split in each of the ways given, and compares all.
 *
 * @throws with the stream and the readings when they differ otherwise than known
 */
export function compare(stream: Stream, ...splits: readonly (readonly number[])[]): Comparison {
  const ours = readWhole(stream)
  const byNode = readByNode(stream)
  const difference = agree(byNode, ours) ? undefined : explain(stream, byNode, ours)
  for (const ends of splits) {
    const split = readSplit(stream, ends)
    if (!agree(ours, split) || ours.error !== split.error) throw new Error(describe(stream, { whole: ours, split }, ends))
    if (split.ends.length > 0 && difference === undefined) compareEnds(stream, split)
  }
  return { completed: completed(byNode), isRefused: byNode.outcome === 'refused', difference }
}

function explain(stream: Stream, byNode: Reading, ours: Reading): string {
  const known = knownDifferences.find((difference) => difference.explains(stream, byNode, ours))
  if (known === undefined) throw new Error(describe(stream, { byNode, ours }))
  return known.name
}

// Both say after which byte each message was complete.
function compareEnds(stream: Stream, ours: Reading): void {
  const byNode = readByNode(stream, true)
  if (!agree(byNode, ours) || byNode.ends.join() !== ours.ends.join())
    throw new Error(describe(stream, { byNode, ours }, everyByte(stream)))
}

function describe(stream: Stream, readings: Record<string, Reading>, ends: readonly number[] = []): string {
  const lines = Object.entries(readings).map(([name, reading]) => `${name}: ${JSON.stringify(reading)}`)
  const input = `input: ${JSON.stringify(stream.bytes.toString('latin1'))}\nHEAD: ${JSON.stringify(stream.headRequests)}\nsplit at: ${ends.join(' ')}`
  return ['The readings differ.', input, ...lines].join('\n')
}
