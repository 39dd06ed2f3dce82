import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SuiteResult } from '@benchpress/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { InterruptedError } from '../src/command-io.ts'
import type { CommandIo } from '../src/command-io.ts'
import { execute } from '../src/execute.ts'
import { captureIo } from './captured-io.ts'
import { startServer } from './start-server.ts'
import type { StartedServer } from './start-server.ts'

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
  test('sends exactly so many requests as asked for, and prints what became of them', async () => {
    received.length = 0
    const { code, stdout, stderr } = await call([`${server.url}/items`, '-n', '60', '-c', '3'])
    expect(received).toHaveLength(60)
    expect(stdout).toContain(`Running 60 requests test @ ${server.url}/items\n3 connections\n`)
    expect(stdout).toMatch(/\n60 requests in [\d.]+s, [\d.]+ k?B read\n/)
    expect(stdout).toMatch(/\nVerdict: (valid|suspect)\n/)
    expect([code, stderr]).toEqual([0, ''])
  })

  test('sends the request that the flags describe', async () => {
    received.length = 0
    const flags = ['-m', 'post', '-H', 'X-Key=a b', '-b', 'text', '-n', '1', '-c', '1', '-q']
    await call(['run', `${server.url}/a?b=c`, ...flags])
    expect(received).toEqual([{ method: 'POST', url: '/a?b=c', body: 'text', header: 'a b' }])
  })

  test('with --json prints the suite, and nothing else', async () => {
    const { stdout } = await call([server.url, '-n', '20', '--runs', '2', '--json', '-T', 'items'])
    const suite: SuiteResult = JSON.parse(stdout)
    expect(suite).toMatchObject({ schemaVersion: 1, name: 'items' })
    expect(suite.tests.map(({ repeat, scenarios }) => [repeat, scenarios[0]?.counts.outcomes.ok])).toEqual([
      [1, 20],
      [2, 20],
    ])
  })

  test('with -q prints the verdict only', async () => {
    const { stdout } = await call([server.url, '-n', '20', '-q'])
    expect(stdout).toMatch(/^Verdict: \w+\n( {2}.*\n)+$/)
  })

  test('reads the environment, the command line first', async () => {
    received.length = 0
    await call([server.url, '-c', '2', '-q'], { env: { BENCHPRESS_REQUESTS: '30', BENCHPRESS_CONNECTIONS: 'many' } })
    expect(received).toHaveLength(30)
  })

  test('the URL on the command line wins over the one of the environment', async () => {
    received.length = 0
    const { code } = await call([server.url, '-n', '10', '-q'], { env: { BENCHPRESS_URL: 'http://127.0.0.1:1' } })
    expect([code, received.length]).toEqual([0, 10])
  })

  test('ends with 97 when no request succeeded, and says what happened', async () => {
    const { code, stdout } = await call([`${server.url}/missing`, '-n', '20'])
    expect(code).toBe(97)
    expect(stdout).toContain('20 of 20 requests failed (100 %): 20 http_error\n')
    expect(stdout).toContain('404 Not Found')
    expect(stdout).toContain('Verdict: invalid\n')
  })

  test('writes the files that -o names, and nothing beside them', async () => {
    const { code } = await call([server.url, '-n', '20', '-q', '-o', 'out/', '-o', 'out/more.md'], { cwd: folder })
    expect(code).toBe(0)
    expect((await readdir(join(folder, 'out'))).toSorted()).toEqual([
      'config.json',
      'environment.json',
      'more.md',
      'report.md',
      'result.json',
    ])
    expect(await readFile(join(folder, 'out/more.md'), 'utf8')).toContain('**Verdict: ')
  })

  test('an interruption gives a partial result and ends with 130', async () => {
    const interruption = new AbortController()
    const captured = captureIo({ signal: interruption.signal })
    const before = received.length
    const running = execute([server.url, '-c', '2', '-d', '60'], captured.io)
    await expect.poll(() => received.length, { timeout: 10_000 }).toBeGreaterThan(before + 100)
    interruption.abort(new InterruptedError('SIGINT'))
    expect(await running).toBe(130)
    expect(captured.stdout()).toContain('Ended early')
    expect(captured.stdout()).toContain('Verdict: ')
  })
})

describe('benchpress run', () => {
  test('runs the nearest config, and flags replace what it says', async () => {
    received.length = 0
    const config = {
      name: 'mine',
      target: server.url,
      scenarios: { reads: { request: { path: '/r' }, workload: { connections: 1, duration: '60s' } } },
    }
    await writeFile(join(folder, 'benchpress.config.json'), JSON.stringify(config))
    const { code, stdout } = await call(['run', '-n', '10'], { cwd: join(folder, 'out') })
    expect(code).toBe(0)
    expect(stdout).toContain('Running 10 requests test @')
    expect(received.map(({ url }) => url)).toEqual(Array.from({ length: 10 }, () => '/r'))
  })

  test('says everything that is wrong with a config, and ends with 2', async () => {
    const path = join(folder, 'wrong.json')
    await writeFile(path, '{ "targt": "http://x", "scenarios": { "a": { "request": {}, "workload": { "connections": 0 } } } }')
    const { code, stderr, stdout } = await call(['run', path])
    expect(stderr).toMatch(/^(benchpress: .*\n)+$/)
    expect(stderr).toContain('did you mean "target"?')
    expect(stderr).toContain('scenarios.a.workload.connections')
    expect([code, stdout]).toEqual([2, ''])
  })
})

describe('benchpress preset', () => {
  test('starts its target, repeats the test and compares it with what was documented', async () => {
    const { code, stdout, stderr } = await call(['preset', 'deserve', '-d', '1s', '-c', '20', '--runs', '2', '--no-progress'])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('Run 2 of 2\nRunning 1s test @ http://localhost:')
    expect(stdout).toContain('20 connections with 10 pipelining factor\n')
    expect(stdout).toContain('│ Req/Sec     │ 199,889 (197,790 to 202,628) │ ')
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
    expect(code).toBe(0)
    expect(stdout).toContain(`tested:     what answered at ${server.url}`)
    expect(new Set(received.map(({ url }) => url))).toEqual(new Set(['/test']))
  })

  test('starts the command after -- and is ready when the URL answers', async () => {
    const free = await startServer(() => undefined)
    await free.close()
    const program = `require('node:http').createServer((q, r) => r.end('x')).listen(${free.port}, '127.0.0.1')`
    const args = ['preset', 'deserve', '--url', `http://127.0.0.1:${free.port}/test`, '-n', '50', '-c', '2', '--runs', '1']
    const { code, stdout } = await call([...args, '--', process.execPath, '-e', program])
    expect(code).toBe(0)
    expect(stdout).toContain('tested:     the command ')
  })
})

describe('what is wrong with a command line', () => {
  test.each([
    [['persets'], "benchpress: unknown command 'persets'\n(Did you mean presets?)\n"],
    [['http://localhost:1', '--conections', '3'], "benchpress: unknown option '--conections'\n(Did you mean --connections?)\n"],
    [['run', 'a', 'b'], 'too many arguments'],
    [['preset'], "missing required argument 'name'"],
    [['preset', 'nope'], 'benchpress: there is no preset "nope"\n  There are: deserve.\n'],
    [['preset', 'deserve', '--'], 'benchpress: there is no command after --\n'],
    [['htp://x'], 'benchpress: htp://x: "htp://" is not supported'],
    [['http://localhost:99999'], 'benchpress: http://localhost:99999: is not a URL\n'],
    [['http://localhost:1', '--url', 'http://localhost:2'], 'benchpress: http://localhost:1 and --url: there are two URLs\n'],
    [['nope.json'], 'benchpress: there is no file /nope.json\n'],
    [['run'], 'benchpress: no URL, and no benchpress.config{.ts,.mts,.js,.mjs,.json} in / or above\n'],
    [['http://localhost:1', '-R', '500'], 'benchpress: --overallRate: this release has closed models only'],
  ])('%j is told in one message and ends with 2', async (args, message) => {
    const { code, stdout, stderr } = await call(args)
    expect(stderr).toContain(message)
    expect(stderr).not.toMatch(/\n\s+at /)
    expect([code, stdout]).toEqual([2, ''])
  })

  test('all of it is told at once, before any load', async () => {
    received.length = 0
    const { stderr } = await call([server.url, '-c', '0', '-d', 'abc', '-o', 'x.xlsx', '--scale', '-1'])
    expect(stderr.match(/^benchpress: .*/gm)).toEqual([
      'benchpress: --connections 0: must be a whole number of at least 1',
      'benchpress: --duration abc: must be a duration such as 30 (seconds), 30s, 1m30s or 250ms',
      'benchpress: --scale -1: must be a number greater than 0, such as 0.5',
      'benchpress: --output x.xlsx: unknown format',
    ])
    expect(received).toEqual([])
  })
})

describe('what needs no target', () => {
  test('without arguments the help is printed', async () => {
    const { code, stdout } = await call([])
    expect(stdout).toContain('Usage: benchpress URL [options] | COMMAND')
    expect(code).toBe(0)
  })

  test('presets lists the presets with their sources', async () => {
    const { code, stdout } = await call(['presets'])
    expect(stdout).toContain('deserve\n  Deserve: GET /test')
    expect(code).toBe(0)
  })

  test('doctor says how many connections are possible', async () => {
    const { code, stdout } = await call(['doctor'])
    expect(stdout).toMatch(/connections: (up to [\d,]+ to one address|no limit is known)\n$/)
    expect(code).toBe(0)
  })
})

async function call(args: readonly string[], changes: Partial<CommandIo> = {}): Promise<{ code: number; stdout: string; stderr: string }> {
  const captured = captureIo(changes)
  const code = await execute(args, captured.io)
  return { code, stdout: captured.stdout(), stderr: captured.stderr() }
}
