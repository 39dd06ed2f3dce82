import { createParser } from 'eventsource-parser'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chunked, streams } from './generated-streams.ts'
import { readChunks } from './read-chunks.ts'
import type { ReadEvent } from './standard-stream.ts'

test('the reader finds the same events as eventsource-parser', () => {
  fc.assert(
    fc.property(chunked(streams), ({ chunks }) => {
      expect(readChunks(chunks).events).toEqual(parse(chunks))
    }),
    { numRuns: 2000 },
  )
})

// Decoded like in the eventsource package.
function parse(chunks: readonly Buffer[]): ReadEvent[] {
  const events: ReadEvent[] = []
  let lastId = ''
  const parser = createParser({
    onEvent: ({ event = 'message', data }) => events.push({ type: event, data, id: lastId }),
    onId: (id) => (lastId = id),
  })
  const decoder = new TextDecoder()
  for (const chunk of chunks) parser.feed(decoder.decode(chunk, { stream: true }))
  return events
}
