import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cuts, readChunks } from './read-chunks.ts'
import { readByTheStandard } from './standard-stream.ts'
import { bridgeCases, standardCases, type StreamCase } from './stream-cases.ts'
import { bytesOf, chunked, streams } from './generated-streams.ts'

const cases = [...bridgeCases, ...standardCases]

describe.each(cases)('$name', (known) => {
  const bytes = bytesOf(known.stream)

  test('is read by the standard, however it is cut', () => {
    const expected = contentOf(known, known.events)
    expect(readByTheStandard(bytes)).toEqual(expected)
    for (const chunks of cuts(bytes)) expect(readChunks(chunks)).toMatchObject(expected)
  })

  test('is read with events without data, however it is cut', () => {
    const expected = contentOf(known, known.withDataless ?? known.events)
    expect(readByTheStandard(bytes, true)).toEqual(expected)
    for (const chunks of cuts(bytes)) expect(readChunks(chunks, true)).toMatchObject(expected)
  })
})

test('an error in place of events is found, however it is cut', () => {
  const bytes = Buffer.from('\n{"message":"param \\"client_id\\" not present","statusCode":400}\n')
  for (const chunks of cuts(bytes)) expect(readChunks(chunks).error).toBe('400 param "client_id" not present')
})

test('an error after an event is ignored', () => {
  expect(readChunks([Buffer.from('data: a\n\n{"message":"late","statusCode":400}\n')]).error).toBeUndefined()
})

test('an event that never ends takes a bounded amount of memory', () => {
  const chunk = Buffer.alloc(1024 * 1024, 'x')
  expect(readChunks([Buffer.from('data: '), ...Array.from({ length: 20 }, () => chunk), Buffer.from('\n\n')]).events).toHaveLength(1)
  expect(() => readChunks([Buffer.from('data: '), ...Array.from({ length: 40 }, () => chunk)])).toThrow(
    'an event of more than 33554432 characters',
  )
})

test.each([true, false])('generated streams are read by the standard (events without data: %s)', (dataless) => {
  fc.assert(
    fc.property(chunked(streams), ({ bytes, chunks }) => {
      expect(readChunks(chunks, dataless)).toMatchObject(readByTheStandard(bytes, dataless))
    }),
    { numRuns: 2000 },
  )
})

function contentOf({ retries = [], lastId = '' }: StreamCase, events: StreamCase['events']) {
  return { events: [...events], retries: [...retries], lastId }
}
