import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { journey } from '../../src/load/user/journey.ts'
import { run } from '../../src/run/api.ts'
import { resultProblems } from '../../../../test/result-schema.ts'

const server = createServer((request, response) => {
  const path = request.url ?? '/'
  if (path === '/reset') response.destroy()
  else if (path === '/silent') return
  else if (path === '/round') response.writeHead(302, { location: '/round' }).end()
  else if (path.startsWith('/busy')) response.writeHead(503).end(`{"error":"busy","token":"s3cret","more":"${'x'.repeat(2000)}"}`)
  else response.end(`{"ok":false,"hidden":"my own secret","path":${JSON.stringify(path)}}`)
})
let target = ''

beforeEach(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

test('failed requests of connections have examples, without secrets and with the beginning of the body', async () => {
  const request = [{ path: '/busy?api_key=s3cret' }, { path: '/wrong', expect: { json: { ok: true } } }, { path: '/fine' }]
  const workload = { connections: 2, requests: 60 } as const
  const result = await run({ target, workers: 2, secrets: { PIN: 'my own secret' }, scenarios: { reads: { request, workload } } })
  expect(resultProblems(result)).toEqual([])
  const { errors } = result.scenario('reads')
  expect(errors.map(({ reason, count, examples = [] }) => [reason, count, examples.length])).toEqual([
    ['503 Service Unavailable', 20, 5],
    ['unexpected body', 20, 5],
  ])
  const [busy, wrong] = errors.map(({ examples = [] }) => examples[0])
  expect(busy).toMatchObject({ request: 'GET /busy?api_key=[redacted]', status: 503, expected: 'a status from 200 to 399', isCut: true })
  expect(busy?.received).toMatch(/^\{"error":"busy","token":\[redacted\],"more":"x+$/)
  expect(Buffer.byteLength(busy?.received ?? '')).toBe(500)
  expect(wrong).toMatchObject({
    request: 'GET /wrong',
    status: 200,
    expected: 'JSON with {"ok":true}',
    received: '{"ok":false,"hidden":"[redacted]","path":"/wrong"}',
    isCut: false,
  })
  for (const { examples = [], first, last } of errors) {
    const times = examples.map(({ at }) => at)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect([times[0], (times.at(-1) ?? Infinity) <= last]).toEqual([first, true])
  }
  expect(JSON.stringify(result)).not.toMatch(/s3cret|my own secret/)
})

test('failed requests of users that send one each have examples too', async () => {
  const request = { path: '/busy', expect: { status: 200 } }
  const result = await run({ target, scenarios: { reads: { request, workload: { users: 3, iterations: 9 } } } })
  const [error] = result.scenario('reads').errors
  expect(error?.examples).toHaveLength(5)
  expect(error?.examples?.[0]).toMatchObject({ request: 'GET /busy', status: 503, expected: 'status 200', isCut: true })
})

test('failed expectations and checks of a journey have examples of the response', async () => {
  const bid = journey(async ({ http, check }) => {
    check('before any response', false)
    const response = await http.get('/item', { query: { lot: 7 }, expect: { body: /^no/ } })
    await http.get('/other', { expect: { json: (value) => value === null } })
    const discarded = await http.get('/busy', { discardBody: true })
    check('is about none of them', false)
    check('is there', discarded.ok)
    check('is fine', response.ok || response.text() === '')
  })
  const result = await run({ target, workers: 0, scenarios: { bids: { journey: bid, workload: { users: 1, iterations: 6 } } } })
  expect(resultProblems(result)).toEqual([])
  const { errors, users } = result.scenario('bids')
  const found = Object.fromEntries(errors.map(({ reason, examples = [] }) => [reason, examples]))
  expect(Object.values(found).map(({ length }) => length)).toEqual([5, 5, 5])
  expect(found['unexpected body']?.[0]).toMatchObject({ request: 'GET /item?lot=7', status: 200, expected: 'the body /^no/' })
  expect(found['unexpected body']?.[0]?.received).toContain('"path":"/item?lot=7"')
  expect(found['unexpected JSON']?.[0]).toMatchObject({ expected: 'JSON that `expect.json` accepts' })
  expect(found['503 Service Unavailable']?.[0]).toMatchObject({ status: 503, received: null })
  const checks = Object.fromEntries((users?.checks ?? []).map(({ name, examples }) => [name, examples]))
  expect(checks['before any response']).toBeUndefined()
  expect(checks['is about none of them']).toBeUndefined()
  expect(checks['is fine']?.[0]).toMatchObject({ request: 'GET /item?lot=7', status: 200 })
  expect(checks['is there']).toHaveLength(5)
  expect(checks['is there']?.[0]).toMatchObject({ request: 'GET /busy', status: 503, expected: null, received: null })
})

test.each([
  ['/reset', { status: null, received: 'closed_early: closed before the response' }],
  ['/silent', { status: null, received: 'timeout: request timeout' }],
  ['http://127.0.0.1:1/refused', { request: 'GET /refused', status: null, received: 'refused: ECONNREFUSED' }],
  ['/round', { status: null, received: 'http_error: too many redirects' }],
])('the example of a check after the loss of %s is that loss, and not the response before it', async (path, example) => {
  const looking = journey(async ({ http, check }) => {
    const fine = await http.get('/fine')
    check('is fine', !fine.ok)
    const lost = await http.get(path, { timeout: '50ms' }).catch(() => undefined)
    check('is there', lost?.ok)
    // Both requests were asked for before the loss, so that either may be what this check is about.
    const [other] = await Promise.allSettled([http.get('/other'), http.get(path, { timeout: '50ms' })])
    check('are there', other.status === 'fulfilled' && other.value.status === 0)
    const next = await http.get('/next')
    check('is next', next.status === 0)
  })
  const result = await run({ target, scenarios: { looks: { journey: looking, workload: { users: 1, iterations: 1 } } } })
  expect(resultProblems(result)).toEqual([])
  const checks = Object.fromEntries((result.scenario('looks').users?.checks ?? []).map(({ name, examples = [] }) => [name, examples]))
  expect(checks).toMatchObject({
    'is fine': [{ request: 'GET /fine', status: 200 }],
    'is there': [{ request: `GET ${path}`, expected: null, isCut: false, ...example }],
    'are there': [],
    'is next': [{ request: 'GET /next', status: 200 }],
  })
})
