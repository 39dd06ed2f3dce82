import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SuiteResult } from '@benchpress/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { InterruptedError } from '../src/command-io.ts'
import { execute } from '../src/execute.ts'
import { call, captureIo, expectDone } from './captured-io.ts'
import { freePort } from '../../../test/free-port.ts'
import { startServer, type StartedServer } from './start-server.ts'

interface Received {
  readonly method: string
  readonly url: string
  readonly body: string
  readonly header: string | undefined
}

let server: StartedServer
let folder = ''
const received: Received[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-execute-'))
  server = await startServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    received.push({ method: request.method ?? '', url: request.url ?? '', body, header: request.headers['x-key']?.toString() })
    response.statusCode = request.url === '/missing' ? 404 : 200
    response.end('{"hello":"world!"}')
  })
})

afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

describe('benchpress URL', () => {
  test('sends exactly the number of requests that was asked for, and prints how they ended', async () => {
    received.length = 0
    const { code, stdout, stderr } = await call([`${server.url}/items`, '-n', '60', '-c', '3'])
    expect(received).toHaveLength(60)
    expect(stdout).toContain(`Running 60 requests test @ ${server.url}/items\n3 connections\n`)
    expect(stdout).toMatch(/\n60 requests in [\d.]+ s, [\d.]+ k?B read\n/)
    expect(stdout).toMatch(/\nVerdict: (valid|suspect|invalid)\n/)
    expect(stdout).toMatch(/\n\n--full prints all tables\n$/)
    expectDone(code, stdout)
    // On a busy machine there are lines of progress, one each ten seconds.
    expect(stderr.replaceAll(/^(?:run: .*|starting|stopping)\n\n?/gm, '')).toBe(
      `Running 60 requests test @ ${server.url}/items\n3 connections\n\n`,
    )
  })

  test('prints what is about to be run in lines that a terminal need not break', async () => {
    const { io, stderr } = captureIo({ env: { CI: '1' } })
    Object.assign(io.stderr, { isTTY: true, columns: 36 })
    await execute([`${server.url}/items`, '-r', '200/s', '-n', '10'], io)
    expect(stderr()).toContain(`Running 10 iterations test @\n  ${server.url}/items\n200/s, arriving uniformly, at most\n  1,000 users\n\n`)
  })

  test('sends the request that the flags describe', async () => {
    received.length = 0
    const flags = ['-m', 'post', '-H', 'X-Key=a b', '-b', 'text', '-n', '1', '-c', '1', '-q']
    await call(['run', `${server.url}/a?b=c`, ...flags])
    expect(received).toEqual([{ method: 'POST', url: '/a?b=c', body: 'text', header: 'a b' }])
  })

  test('prints only the suite with --json', async () => {
    const { stdout } = await call([server.url, '-n', '20', '--runs', '2', '--json', '-T', 'items'])
    const suite: SuiteResult = JSON.parse(stdout)
    expect(suite).toMatchObject({ schemaVersion: 2, name: 'items' })
    expect(suite.tests.map(({ repeat, scenarios }) => [repeat, scenarios[0]?.counts.outcomes.ok])).toEqual([
      [1, 20],
      [2, 20],
    ])
  })

  test('prints only the verdict with -q', async () => {
    const { stdout } = await call([server.url, '-n', '20', '-q'])
    expect(stdout).toMatch(/^Verdict: \w+\n( {2}.*\n)+$/)
  })

  test('reads variables that the command line does not override', async () => {
    received.length = 0
    await call([server.url, '-c', '2', '-q'], { env: { BENCHPRESS_REQUESTS: '30', BENCHPRESS_CONNECTIONS: 'many' } })
    expect(received).toHaveLength(30)
  })

  test('the URL on the command line wins over the one of the environment', async () => {
    received.length = 0
    const { code, stdout } = await call([server.url, '-n', '10', '-q'], { env: { BENCHPRESS_URL: 'http://127.0.0.1:1' } })
    expectDone(code, stdout)
    expect(received).toHaveLength(10)
  })

  test('a threshold without a metric is on the response time, and ends the command with 99 where it does not hold', async () => {
    const { code, stdout, stderr } = await call([server.url, '-n', '200', '-c', '2', '--threshold', 'p50 > 1h', '--no-progress'])
    expect(stdout).toMatch(/\nThresholds: 0 of 1 passed, 1 failed\n {2}✗ response_time p50 > 1h: p50 was /)
    expect(stderr).toMatch(/^benchpress: threshold failed: response_time p50 > 1h \(/)
    if (code !== 99) expectDone(code, stdout)
  })

  test('ends with 97 when no request succeeded, and reports how they ended', async () => {
    const { code, stdout } = await call([`${server.url}/missing`, '-n', '20'])
    expect(code).toBe(97)
    expect(stdout).toContain('20 of 20 requests failed (100 %): 20 http_error\n')
    expect(stdout).toContain('404 Not Found')
    expect(stdout).toContain('Verdict: invalid\n')
  })

  test('a path alone is that of the target with a Unix socket', async () => {
    const path = join(folder, 'server.sock')
    const urls: (string | undefined)[] = []
    const local = createServer((request, response) => {
      urls.push(request.url)
      response.end('hi')
    })
    await new Promise<void>((resolve) => {
      local.listen(path, resolve)
    })
    const { code, stdout } = await call(['-S', path, '/x.json', '-n', '4', '-c', '1'])
    await new Promise((resolve) => {
      local.close(resolve)
    })
    expectDone(code, stdout)
    expect(urls).toEqual(['/x.json', '/x.json', '/x.json', '/x.json'])
    expect(stdout).toContain('@ http://localhost/x.json\n')
  })

  test('user and password of the URL are sent, and never shown', async () => {
    const { code, stdout } = await call([server.url.replace('//', '//me:hunter2@'), '-n', '4', '-c', '1', '-o', 'secret/'], { cwd: folder })
    const files = await Promise.all((await readdir(join(folder, 'secret'))).map((name) => readFile(join(folder, 'secret', name), 'utf8')))
    expectDone(code, stdout)
    expect(stdout).toContain(`@ ${server.url}/\n`)
    expect([stdout, ...files].join()).not.toContain('hunter2')
  })

  test('the environment switches verification off, or leaves it on', async () => {
    const lines = ['-n', '1', '-c', '1', '--json']
    const switched = ['1', '0', 'no'].map(async (text) => {
      const { stdout } = await call([server.url, ...lines], { env: { BENCHPRESS_INSECURE: text } })
      const { config }: { readonly config: { readonly tls?: unknown } } = JSON.parse(stdout)
      return config.tls
    })
    expect(await Promise.all(switched)).toEqual([{ insecure: true }, undefined, undefined])
  })

  test('writes the files that -o names, and nothing beside them', async () => {
    const { code, stdout } = await call([server.url, '-n', '20', '-q', '-o', 'out/', '-o', 'out/more.md'], { cwd: folder })
    expectDone(code, stdout)
    expect((await readdir(join(folder, 'out'))).toSorted()).toEqual([
      'config.json',
      'environment.json',
      'index.html',
      'more.md',
      'report.md',
      'result.json',
    ])
    expect(await readFile(join(folder, 'out/more.md'), 'utf8')).toContain('**Verdict: ')
    const shown = await call([server.url, '-n', '20', '--full', '-o', 'out/more.md'], { cwd: folder })
    expect(shown.stdout).toMatch(/\n\nwritten: out\/more\.md\n$/)
    const both = await call([server.url, '-n', '20', '--full', '-o', 'out/', '-o', 'out/more.md'], { cwd: folder })
    expect(both.stdout).toMatch(/\n\nwritten: out\/, out\/more\.md\n$/)
  })

  test('an interruption gives a partial result and ends with 130', async () => {
    const interruption = new AbortController()
    const captured = captureIo({ signal: interruption.signal })
    const before = received.length
    const running = execute([server.url, '-c', '2', '-d', '60'], captured.io)
    await expect.poll(() => received.length, { timeout: 10_000 }).toBeGreaterThan(before + 100)
    interruption.abort(new InterruptedError('SIGINT'))
    expect(await running).toBe(130)
    expect(captured.stdout()).toContain('interrupted by SIGINT')
    expect(captured.stdout()).toContain('Verdict: ')
  })
})

describe('benchpress preset', () => {
  test('starts its target, repeats the test and compares it with what was documented', async () => {
    const path = join(folder, 'deserve/')
    const args = ['preset', 'deserve', '-d', '1s', '-c', '20', '--runs', '2', '--no-progress', '--full', '-o', path]
    const { code, stdout, stderr } = await call(args)
    expectDone(code, stdout)
    expect(await readdir(path)).toContain('index.html')
    expect(stderr).toBe('')
    expect(stdout).toContain('Run 2 of 2\nRunning 1s test @ http://localhost:')
    expect(stdout).toContain('20 connections with 10 pipelining factor\n')
    expect(stdout).toContain('199,889 (197,790 to 202,628)')
    expect(stdout).toContain('changed from the documented test: runs 3 -> 2, connections 500 -> 20, duration 30s -> 1s\n')
  })

  test('tests a running target at its own path', async () => {
    received.length = 0
    const { code, stdout } = await call([
      'preset',
      'deserve',
      '--url',
      `${server.url}/test`,
      '-n',
      '50',
      '-c',
      '1',
      '-p',
      '1',
      '--runs',
      '1',
    ])
    expectDone(code, stdout)
    expect(stdout).toContain(`tested:     what responded at ${server.url}`)
    expect(new Set(received.map(({ url }) => url))).toEqual(new Set(['/test']))
  })

  test('starts the command after -- and is ready when the URL responds', async () => {
    const port = await freePort()
    const program = `require('node:http').createServer((q, r) => r.end('x')).listen(${port}, '127.0.0.1')`
    const args = ['preset', 'deserve', '--url', `http://127.0.0.1:${port}/test`, '-n', '50', '-c', '2', '--runs', '1']
    const { code, stdout } = await call([...args, '--', process.execPath, '-e', program])
    expectDone(code, stdout)
    expect(stdout).toContain('tested:     the command ')
  })
})
