import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createStreamDecoder } from './stream-decoder.ts'

test('a body that comes faster than it can be decoded ends, and does not use up the memory', () => {
  const problems: string[] = []
  const decoder = createStreamDecoder('gzip', { onDecoded: () => {}, onUndecodable: (reason) => problems.push(reason) })
  const part = gzipSync(Buffer.alloc(1024 * 1024, 'data: a\n\n'), { level: 0 })
  // Nothing is decoded before this turn of the event loop is over.
  for (let parts = 0; parts < 16; parts++) decoder?.push(part, 0, part.length, parts)
  expect(problems).toEqual([])
  decoder?.push(part, 0, part.length, 16)
  decoder?.destroy()
  expect(problems).toEqual(['more than 16777216 bytes of the body wait to be decoded from gzip'])
})
