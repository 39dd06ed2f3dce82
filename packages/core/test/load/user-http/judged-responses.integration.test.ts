import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import type { JourneyExpect } from '../../../src/load/user/http/http-client.ts'
import { Loopback, type Users } from './loopback.ts'
import { unpackSeries } from '../../measure/recorder/unpack-series.ts'

const loopback = new Loopback()
afterEach(() => loopback.close())

/** Users of a server that responds with the status in the path and the given body. */
async function usersOf(body: string | Uint8Array, headers: Record<string, string> = {}): Promise<Users> {
  const origin = await loopback.responding(({ url }, response) => {
    response.writeHead(Number(url.slice(1)), headers)
    return body
  })
  return loopback.users(origin)
}

function promiseAt(name: string): string {
  return `expect.${name}: a promise would always pass; check the value that it resolves with`
}

const cases: [number, JourneyExpect | undefined, string, string | undefined][] = [
  [200, undefined, 'ok', undefined],
  [302, undefined, 'ok', undefined],
  [404, undefined, 'http_error', '404 Not Found'],
  [500, {}, 'http_error', '500 Internal Server Error'],
  [201, { status: 201 }, 'ok', undefined],
  [404, { status: 404 }, 'ok', undefined],
  [404, { status: [200, 404] }, 'ok', undefined],
  [200, { status: 201 }, 'check_failed', '200 OK'],
  [200, { status: [201, 202] }, 'check_failed', '200 OK'],
  [503, { status: 201 }, 'http_error', '503 Service Unavailable'],
  [200, { body: '{"a":1}' }, 'ok', undefined],
  [200, { body: '{"a":2}' }, 'check_failed', 'unexpected body'],
  [200, { body: /"a":\d/ }, 'ok', undefined],
  [200, { body: /"b"/ }, 'check_failed', 'unexpected body'],
  [200, { body: (text) => text.length === 7 }, 'ok', undefined],
  [200, { body: (text) => text === '' }, 'check_failed', 'unexpected body'],
  [200, { json: (value) => (value as { a: number }).a === 1 }, 'ok', undefined],
  [200, { json: () => false }, 'check_failed', 'unexpected JSON'],
  [
    200,
    { json: (value) => (value as { b: { c: boolean } }).b.c },
    'check_failed',
    "unexpected JSON: Cannot read properties of undefined (reading 'c')",
  ],
  [200, { json: async () => true } as unknown as JourneyExpect, 'check_failed', `unexpected JSON: ${promiseAt('json')}`],
  [
    200,
    { json: async () => await Promise.reject(new Error('no')) } as unknown as JourneyExpect,
    'check_failed',
    `unexpected JSON: ${promiseAt('json')}`,
  ],
  [200, { body: async () => true } as unknown as JourneyExpect, 'check_failed', `unexpected body: ${promiseAt('body')}`],
  [
    200,
    { json: () => () => true } as unknown as JourneyExpect,
    'check_failed',
    'unexpected JSON: expect.json: a function would always pass; check the value that it returns',
  ],
  [200, { json: () => {} } as unknown as JourneyExpect, 'check_failed', 'unexpected JSON'],
  [200, { status: 200, body: /a/, json: () => true }, 'ok', undefined],
  // What is wrong with the status comes first.
  [500, { body: 'x' }, 'http_error', '500 Internal Server Error'],
]

test.each(cases)('%i with %j is %s', async (status, expected, outcome, reason) => {
  const users = await usersOf('{"a":1}')
  const got = await users.create().get(`/${status}`, expected === undefined ? {} : { expect: expected })
  expect([got.status, got.ok]).toEqual([status, outcome === 'ok'])
  expect(users.count()).toEqual({ started: 1, outcomes: { [outcome]: 1 }, reasons: reason === undefined ? [] : [reason] })
})

test('a pattern that keeps its last index is tried from the start each time', async () => {
  const users = await usersOf('aaa')
  const http = users.create()
  const body = /a/g
  for (let i = 0; i < 5; i++) await http.get('/200', { expect: { body } })
  expect(users.count().outcomes).toEqual({ ok: 5 })
})

test('a body that is not JSON, or not in its encoding, fails the check', async () => {
  const users = await usersOf('{', { 'content-encoding': 'identity' })
  await users.create().get('/200', { expect: { json: () => true } })
  expect(users.count()).toMatchObject({
    outcomes: { check_failed: 1 },
    reasons: ['unexpected JSON: GET /200: the body of the response (200) is not JSON'],
  })
  const zipped = await usersOf('no gzip', { 'content-encoding': 'gzip' })
  await zipped.create().get('/200', { expect: { body: 'x' } })
  expect(zipped.count()).toMatchObject({
    outcomes: { check_failed: 1 },
    reasons: ['unexpected body: the body cannot be decoded from gzip'],
  })
})

test('a compressed body is judged as it was before compression', async () => {
  const users = await usersOf(gzipSync('hello'), { 'content-encoding': 'gzip' })
  expect((await users.create().get('/200', { expect: { body: 'hello' } })).ok).toBe(true)
})

test('a body that is expected is read even where it is to be discarded', async () => {
  const users = await usersOf('hello')
  await users.create().get('/200', { discardBody: true, expect: { body: 'other' } })
  expect(users.count().outcomes).toEqual({ check_failed: 1 })
})

test('statuses and bytes are counted for the endpoint', async () => {
  const users = await usersOf('hello')
  const http = users.create()
  await http.get('/200', { name: 'a' })
  await http.get('/404', { name: 'a' })
  const [endpoint] = unpackSeries(users.take().endpoints)
  expect(endpoint).toMatchObject({
    name: 'a',
    started: 2,
    statuses: [
      [200, 1],
      [404, 1],
    ],
  })
  expect(endpoint?.dataReceived).toBeGreaterThan(2 * 'hello'.length)
})

test('without a recorder everything works and nothing is counted', async () => {
  const users = await usersOf('hello')
  const { HttpScenario } = await import('../../../src/load/user/http/http-session.ts')
  const uncounted = new HttpScenario({ ...users.scenario.wiring, recorder: undefined }).session({ take: (now) => now })
  expect((await uncounted.get('/200', { tags: { a: 'b' }, expect: { body: 'hello' } })).ok).toBe(true)
  uncounted.leave()
  expect(users.count()).toEqual({ started: 0, outcomes: {}, reasons: [] })
})
