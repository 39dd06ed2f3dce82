import { createParser } from 'eventsource-parser'
import fc from 'fast-check'
import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { chunked, streams, type ChunkedStream } from '../parse/generated-streams.ts'
import { readChunks } from '../parse/read-chunks.ts'
import type { ReadEvent } from '../parse/standard-stream.ts'
import { startEvents } from '../servers/loopback-server.ts'
import { userAt } from '../subscription/fixture.ts'

const endOfStream = Buffer.from('\n\nevent: end of stream\ndata\n\n')

test('the reader finds the same events as eventsource-parser', () => {
  fc.assert(
    fc.property(chunked(streams), ({ chunks }) => {
      expect(readChunks(chunks).events).toEqual(parse(chunks))
    }),
    { numRuns: 2000 },
  )
})

test('both clients receive the same events, cut as by a network', async () => {
  const samples = fc.sample(chunked(streams), { seed: 1, numRuns: 150 })
  const heard: Record<'lean' | 'eventsource', readonly (readonly ReadEvent[])[]> = {
    lean: await hear('lean', samples),
    eventsource: await hear('eventsource', samples),
  }
  expect(heard.lean.flat().length).toBeGreaterThan(100)
  expect(heard.eventsource).toEqual(heard.lean)
  expect(heard.lean).toEqual(
    samples.map(({ bytes }) => readChunks([bytes, endOfStream]).events.filter(({ type }) => type !== 'end of stream')),
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

async function hear(client: 'lean' | 'eventsource', samples: readonly ChunkedStream[]): Promise<ReadEvent[][]> {
  const { user } = await userAt((response, _, request) => void writeSlowly(response, samples[Number(request.url?.slice(1))]), { client })
  const all = samples.map(async (_, index) => {
    const events: ReadEvent[] = []
    const subscription = user.sse.subscribe(`/${index}`, {
      reconnect: false,
      onEvent: ({ type, data, id }) => {
        if (type === 'end of stream') subscription.close()
        else events.push({ type, data, id })
      },
    })
    await subscription.closed
    return events
  })
  return await Promise.all(all)
}

async function writeSlowly(response: ServerResponse, stream: ChunkedStream | undefined): Promise<void> {
  startEvents(response)
  for (const chunk of stream?.chunks ?? []) {
    if (chunk.length > 0) response.write(chunk)
    await nextTurn()
  }
  response.write(endOfStream)
}
