import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from './captured-io.ts'
import { startServer, type StartedServer } from './start-server.ts'

interface Seen extends Pick<IncomingMessage, 'method' | 'headers'> {
  readonly body: string
}

let server: StartedServer
let folder = ''
let seen: Seen[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-requests-'))
  await writeFile(join(folder, 'empty'), '')
  await writeFile(join(folder, 'body'), 'of a file')
  server = await startServer(async (request, response) => {
    seen.push({ method: request.method, headers: request.headers, body: await text(request) })
    response.end('hello')
  })
})

afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

test('a count of requests that is below the default of connections is enough', async () => {
  seen = []
  await call([server.url, '-n', '3', '-q'], { cwd: folder })
  expect(seen).toHaveLength(3)
})

describe.each([
  ['-c', '2'],
  ['--users', '2'],
  ['-r', '50'],
])('with %s %s', (...load) => {
  test.each([
    [[], { method: 'GET', body: '' }, undefined],
    [['-b', 'text'], { method: 'POST', body: 'text' }, '4'],
    [['-b', ''], { method: 'POST', body: '' }, '0'],
    [['-i', 'empty'], { method: 'POST', body: '' }, '0'],
    [['-i', 'body'], { method: 'POST', body: 'of a file' }, '9'],
    [['-m', 'GET', '-b', 'text'], { method: 'GET', body: 'text' }, '4'],
    [['-m', 'GET', '-b', ''], { method: 'GET', body: '' }, '0'],
    [['-m', 'PUT'], { method: 'PUT', body: '' }, '0'],
    [['-m', 'DELETE'], { method: 'DELETE', body: '' }, undefined],
  ])('the request of %j is %j with content-length %s', async (flags, expected, length) => {
    seen = []
    await call([server.url, ...load, '-n', '4', '-q', ...flags], { cwd: folder })
    expect(seen).toHaveLength(4)
    for (const { headers, ...request } of seen) expect([request, headers['content-length']]).toEqual([expected, length])
  })

  test('the values of a repeated header are in one line', async () => {
    seen = []
    await call([server.url, ...load, '-n', '4', '-q', '-H', 'Cookie: a=1', '-H', 'cookie=b=2', '-H', 'x: 1', '-H', 'X: 2'])
    expect(seen.map(({ headers }) => headers)).toMatchObject(seen.map(() => ({ cookie: 'a=1; b=2', x: '1, 2' })))
  })
})
