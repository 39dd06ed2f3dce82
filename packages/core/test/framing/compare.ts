import { knownDifferences } from './known-differences.ts'
import { readByNode } from './node-reading.ts'
import { everyByte, readSplit, readWhole } from './our-reading.ts'
import { agree, completed, type Reading, type Stream } from './reading.ts'

/** What became of one compared stream. */
export interface Comparison {
  /** Messages that Node's parser read to their end. */
  readonly completed: number
  readonly isRefused: boolean
  /** The known difference that explains it, if they differ. */
  readonly difference: string | undefined
}

/**
 * Reads a stream by Node's parser, by the framer at once and by the framer in pieces, and compares the three.
 *
 * @throws with the stream and all readings when they differ otherwise than known
 */
export function compare(stream: Stream, ends: readonly number[]): Comparison {
  const ours = readWhole(stream)
  const split = readSplit(stream, ends)
  const isByByte = ends.length === stream.bytes.length && ends.length > 1
  const comparable = isByByte ? { ...split, messages: split.messages.map((message) => ({ ...message, end: 0 })) } : split
  if (!isByByte && split.messages.some((message) => message.end > 0)) for (const message of split.messages) message.end = 0
  if (!agree(ours, comparable) || ours.error !== comparable.error) throw new Error(describe(stream, { whole: ours, split: comparable }, ends))
  const byNode = readByNode(stream)
  const difference = agree(byNode, ours) ? undefined : explain(stream, byNode, ours)
  if (isByByte && difference === undefined) compareEnds(stream, split)
  return { completed: completed(byNode), isRefused: byNode.outcome === 'refused', difference }
}

function explain(stream: Stream, byNode: Reading, ours: Reading): string {
  const known = knownDifferences.find((difference) => difference.explains(stream, byNode, ours))
  if (known === undefined) throw new Error(describe(stream, { byNode, ours }))
  return known.name
}

// Fed byte by byte, both say after which byte each message was complete.
function compareEnds(stream: Stream, ours: Reading): void {
  const byNode = readByNode(stream, 1)
  if (!agree(byNode, ours)) throw new Error(describe(stream, { byNode, ours }, everyByte(stream)))
}

function describe(stream: Stream, readings: Record<string, Reading>, ends: readonly number[] = []): string {
  const lines = Object.entries(readings).map(([name, reading]) => `${name}: ${JSON.stringify(reading)}`)
  const input = `input: ${JSON.stringify(stream.bytes.latin1Slice())}\nHEAD: ${JSON.stringify(stream.headRequests)}\nsplit at: ${ends.join(' ')}`
  return ['The readings differ.', input, ...lines].join('\n')
}
