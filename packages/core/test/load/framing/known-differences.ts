import { sameMessages, type Reading, type Stream } from './reading.ts'

/** An intended difference from Node's parser. None concerns where a response ends. */
export interface KnownDifference {
  readonly name: string
  readonly reason: string
  explains(stream: Stream, byNode: Reading, ours: Reading): boolean
}

/** Every difference there is; docs/decisions/0003-framer-differences.md says more. */
export const knownDifferences: readonly KnownDifference[] = [
  {
    name: 'unexpected 101',
    reason: 'Node hands the connection over to another protocol; no request here asks for that, so it is refused.',
    explains: (_, byNode, ours) => byNode.outcome === 'switched' && ours.error === 'unexpected 101' && sameMessages(byNode, ours),
  },
  {
    name: 'padded head',
    reason: 'Node does not count white space around header values; here a head block ends at 128 KiB, whatever is in it.',
    explains: (stream, byNode, ours) =>
      byNode.outcome !== 'refused' &&
      ours.error === 'head too large: most of it is white space' &&
      /[ \t]{65536}/.test(stream.bytes.toString('latin1')),
  },
]
