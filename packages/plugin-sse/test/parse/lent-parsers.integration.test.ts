import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aliveBytes } from '../../../core/test/memory/alive-bytes.ts'
import { EventReader } from '../../src/parse/event-reader.ts'
import { chunked, streams } from './generated-streams.ts'
import { startReading } from './read-chunks.ts'
import { readByTheStandard } from './standard-stream.ts'

const ignored = { onEvent: () => {}, onId: () => {}, onRetry: () => {} }

function feed(reader: EventReader, text: string): void {
  const bytes = Buffer.from(text)
  reader.read(bytes, 0, bytes.length)
}

test.each([true, false])(
  'streams that are read by turns, each cut anywhere, do not affect each other (events without data: %s)',
  (dataless) => {
    fc.assert(
      fc.property(fc.array(chunked(streams), { minLength: 2, maxLength: 6 }), (all) => {
        const readings = all.map(() => startReading(dataless))
        const most = Math.max(...all.map(({ chunks }) => chunks.length))
        for (let turn = 0; turn < most; turn++) {
          for (const [index, { chunks }] of all.entries()) {
            const chunk = chunks[turn]
            if (chunk !== undefined) readings[index]?.reader.read(chunk, 0, chunk.length)
          }
        }
        for (const { reader } of readings) reader.end()
        expect(readings.map(({ content }) => content())).toEqual(all.map(({ bytes }) => readByTheStandard(bytes, dataless)))
      }),
      { numRuns: 500 },
    )
  },
)

test('a stream can be read while an event of another one is handled', () => {
  const heard: string[] = []
  const inner = new EventReader({ ...ignored, onEvent: (_type, data) => heard.push(`inner ${data}`) }, false)
  const onEvent = (_type: string, data: string): void => {
    heard.push(`outer ${data}`)
    feed(inner, `data: ${data}\n\n`)
  }
  feed(new EventReader({ ...ignored, onEvent }, false), 'data: 1\n\ndata: 2\n\n')
  expect(heard).toEqual(['outer 1', 'inner 1', 'outer 2', 'inner 2'])
})

test('a listener that throws leaves nothing of its stream in another stream', () => {
  const onEvent = (): void => {
    throw new Error('mine')
  }
  const thrower = new EventReader({ ...ignored, onEvent }, false)
  expect(() => feed(thrower, 'event: first\ndata: 1\ndata: 2\n\nid: 3\n\n')).toThrow('mine')
  const other = startReading(false)
  feed(other.reader, 'data: a\n\n')
  expect(other.content()).toMatchObject({ events: [{ type: 'message', data: 'a', id: '' }] })
})

test('a stream between two events takes a fraction of the memory of a parser', () => {
  const readers = Array.from({ length: 2000 }, () => new EventReader(ignored, false))
  for (const reader of readers.slice(0, 100)) feed(reader, 'data: 1\n\n')
  const before = aliveBytes()
  readers.push(...Array.from({ length: 10_000 }, () => new EventReader(ignored, false)))
  for (const reader of readers) feed(reader, 'id: 1\nevent: message\ndata: 1\n\n')
  // With a parser for each stream it would be 1,500 and more.
  expect((aliveBytes() - before) / 10_000).toBeLessThan(500)
  expect(readers).toHaveLength(12_000)
})
