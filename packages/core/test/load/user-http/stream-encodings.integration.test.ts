import type { ServerResponse } from 'node:http'
import {
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createDeflate,
  createDeflateRaw,
  createGzip,
  createZstdCompress,
  deflateSync,
  gzipSync,
} from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { HeardStream } from './heard-stream.ts'
import { Loopback } from './loopback.ts'

const loopback = new Loopback()
afterEach(() => loopback.close())

/** A server whose responses have this encoding and whatever body is written to them. */
async function encoding(coding: string): Promise<{ origin: string; responses: ServerResponse[] }> {
  const responses: ServerResponse[] = []
  const origin = await loopback.http((_request, response) => {
    response.writeHead(200, { 'content-encoding': coding })
    response.flushHeaders()
    responses.push(response)
  })
  return { origin, responses }
}

/** Waits until a part that was written has been flushed. */
const flushed = (encoder: ReturnType<typeof createGzip | typeof createBrotliCompress | typeof createZstdCompress>): Promise<void> =>
  new Promise((resolve) => encoder.flush(() => resolve()))

describe('an encoded body comes out as it is flushed', () => {
  test.each([
    ['gzip', createGzip],
    ['deflate', createDeflate],
    ['deflate', createDeflateRaw],
    ['br', () => createBrotliCompress({ flush: constants.BROTLI_OPERATION_FLUSH })],
    ['zstd', createZstdCompress],
  ] as const)('%s', async (coding, createEncoder) => {
    const { origin, responses } = await encoding(coding)
    const heard = new HeardStream(loopback.users(origin).create(), '/', { headers: { 'accept-encoding': coding } })
    await heard.opened()
    const encoder = createEncoder()
    const [response] = responses
    if (response !== undefined) encoder.pipe(response)
    let sent = ''
    for (let event = 0; event < 20; event++) {
      encoder.write(`data: ${event}\n\n`)
      await flushed(encoder)
      // Nothing more is sent until it has been heard.
      await heard.heard((sent += `data: ${event}\n\n`))
    }
    const last = 'data: the last one, which is larger than a buffer\n\n'.repeat(1000)
    encoder.end(last)
    expect(await heard.ended()).toEqual({ by: 'target', reason: 'end of the body' })
    expect(heard.text).toBe(sent + last)
    const times = [...heard.times, heard.ends[0]?.at ?? 0]
    expect(times.every((time, index) => index === 0 || time >= (times[index - 1] ?? 0))).toBe(true)
  })
})

test('a piece that arrived before the connection broke comes out before its end is reported', async () => {
  const { origin, responses } = await encoding('gzip')
  const heard = new HeardStream(loopback.users(origin).create(), '/')
  await heard.opened()
  const [response] = responses
  response?.write(gzipSync('one', { finishFlush: constants.Z_SYNC_FLUSH }), () => response.socket?.end())
  expect(await heard.ended()).toEqual({ by: 'target', reason: 'closed by the target' })
  expect([heard.text, heard.calls]).toEqual(['one', ['head', 'bytes', 'end']])
})

test('times of an encoded body are those of the arrival, not of the decoding', async () => {
  const { origin, responses } = await encoding('deflate')
  const users = loopback.users(origin)
  const heard = new HeardStream(users.create(), '/')
  await heard.opened()
  responses[0]?.end(deflateSync('x'.repeat(1e6)))
  await heard.ended()
  expect([heard.text.length, heard.times.length > 10]).toEqual([1e6, true])
  // A thousand to one: all of it came in one read, whatever that took to decode.
  expect(new Set(heard.times).size).toBe(1)
})

test.each([
  ['gzip', Buffer.from('data: 1\n\n'), 'the body cannot be decoded from gzip (incorrect header check)'],
  ['gzip', gzipSync('data: 1\n\n').subarray(0, -3), 'the body cannot be decoded from gzip (unexpected end of file)'],
  ['br', brotliCompressSync('data: 1\n\n').subarray(0, -3), 'the body cannot be decoded from br (unexpected end of file)'],
  ['lzma', Buffer.from('x'), 'a body in the content encoding "lzma" cannot be read as it comes: only gzip, deflate, br and zstd are known'],
  [
    'gzip, br',
    Buffer.from('x'),
    'a body in the content encoding "gzip, br" cannot be read as it comes: several encodings are not supported',
  ],
])('what is not in its encoding, %s, ends as an error; the request was answered', async (coding, body, reason) => {
  const { origin, responses } = await encoding(coding)
  const users = loopback.users(origin)
  const heard = new HeardStream(users.create(), '/')
  await heard.opened()
  responses[0]?.end(body)
  expect(await heard.ended()).toEqual({ by: 'error', reason })
  expect([users.count(), users.scenario.opened]).toEqual([{ started: 1, outcomes: { ok: 1 }, reasons: [] }, 0])
})

test('an encoded body may be empty, and a body may be unencoded', async () => {
  for (const [coding, body] of [
    ['gzip', ''],
    ['identity', 'plain'],
  ] as const) {
    const { origin, responses } = await encoding(coding)
    const heard = new HeardStream(loopback.users(origin).create(), '/')
    await heard.opened()
    responses[0]?.end(body)
    expect(await heard.ended()).toEqual({ by: 'target', reason: 'end of the body' })
    expect(heard.text).toBe(body)
  }
})

test('closing a stream while its body is decoded ends it at once', async () => {
  const { origin, responses } = await encoding('gzip')
  const users = loopback.users(origin)
  const heard = new HeardStream(users.create(), '/')
  await heard.opened()
  responses[0]?.end(gzipSync('x'.repeat(1e7)))
  await expect.poll(() => heard.text.length, { interval: 1 }).toBeGreaterThan(0)
  heard.stream.close('enough')
  const [calls, length] = [heard.calls.length, heard.text.length]
  expect(heard.end).toEqual({ by: 'client', reason: 'enough' })
  await new Promise((resolve) => setImmediate(resolve))
  expect([heard.calls.length, heard.text.length]).toEqual([calls, length])
})
