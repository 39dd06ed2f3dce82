import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SuiteResult } from '@benchpress/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, expectDone } from './captured-io.ts'
import { startServer, type StartedServer } from './start-server.ts'

let server: StartedServer
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-sweep-'))
  server = await startServer((_request, response) => {
    response.end('hello')
  })
})

afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

function kindsOf(stdout: string): unknown[] {
  const { tests }: SuiteResult = JSON.parse(stdout)
  return tests.map(({ sweep, scenarios: [scenario] }) => [
    sweep?.parameter,
    sweep?.value,
    scenario?.workload.kind,
    scenario?.counts.started,
  ])
}

describe('--sweep', () => {
  test('runs once with each value, and draws them in text and Markdown', async () => {
    const output = join(folder, 'report.md')
    const { code, stdout } = await call([
      server.url,
      '--sweep',
      'connections=1,2,4',
      '-n',
      '40',
      '-w',
      '0',
      '--no-progress',
      '--full',
      '-o',
      output,
    ])
    expectDone(code, stdout)
    expect(stdout).toMatch(/Sweep over connections\n.*\n│ connections │ Req\/Sec │/)
    expect(stdout).toMatch(/Requests\/s\n/)
    expect(await readFile(output, 'utf8')).toContain('### Sweep over connections')
  })

  test('turns connections into users for a sweep over users, and into a rate for a sweep over rates', async () => {
    const { stdout } = await call([server.url, '--sweep', 'users=1,2', '-n', '4', '-w', '0', '--json'])
    expect(kindsOf(stdout)).toEqual([
      ['users', 1, 'users', 4],
      ['users', 2, 'users', 4],
    ])
    const rates = await call([server.url, '--sweep', 'rate=100/s,200', '-n', '4', '-w', '0', '--json'])
    expect(kindsOf(rates.stdout)).toEqual([
      ['rate', '100/s', 'rate', 4],
      ['rate', 200, 'rate', 4],
    ])
  })

  test('all tests of a sweep over requests have as many connections as the smallest has requests, and ten at most', async () => {
    const { stdout } = await call([server.url, '--sweep', 'requests=5,20', '-w', '0', '--json'])
    const { tests }: SuiteResult = JSON.parse(stdout)
    expect(tests.map(({ scenarios: [scenario] }) => [scenario?.workload, scenario?.counts.started])).toMatchObject([
      [{ kind: 'connections', connections: 5 }, 5],
      [{ kind: 'connections', connections: 5 }, 20],
    ])
  })

  test('values are multiplied by --scale, and replace those of a config', async () => {
    const config = {
      target: server.url,
      workers: 0,
      scenarios: { items: { request: {}, workload: { users: 1, iterations: { each: 2 } } } },
      sweep: { users: [5, 6] },
    }
    const path = join(folder, 'sweep.config.json')
    await writeFile(path, JSON.stringify(config))
    const own = await call(['run', path, '--scale', '0.4', '--json'])
    // 2 and 2.4, from 5 and 6, are both 2.
    expect(kindsOf(own.stdout)).toEqual([['users', 2, 'users', 4]])
    const given = await call(['run', path, '--sweep', 'users=1,3', '--json'])
    expect(kindsOf(given.stdout)).toEqual([
      ['users', 1, 'users', 2],
      ['users', 3, 'users', 6],
    ])
  })

  test('a sweep is planned', async () => {
    const { code, stdout } = await call(['plan', server.url, '--sweep', 'connections=1,8'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/Test \S+ connections=1\n[^]*Test \S+ connections=8\n/)
  })

  test.each([
    ['usres=1', /^benchpress: --sweep: usres is no parameter of the workload of any scenario\n {2}Known are connections, /],
    ['users', /^benchpress: --sweep users: must be a parameter and its values, such as users=10,20,40/],
    ['users=0,1', /^benchpress: --sweep: users must be at least 1 \(was 0\)/],
    [
      'scenarios.requests.request.headers.cookie=a',
      /^benchpress: --sweep: cannot be over scenarios\.requests\.request\.headers\.cookie, a secret\n/,
    ],
  ])('%s is refused', async (sweep, message) => {
    const { code, stderr } = await call([server.url, '-H', 'cookie: a', '--sweep', sweep])
    expect(stderr).toMatch(message)
    expect(code).toBe(2)
  })

  test.each([
    ['duration=1s,2s', ['-d', '5s'], '--sweep duration and --duration: the sweep gives it each of its values'],
    ['duration=1s,2s', ['-n', '5'], '--sweep duration and --requests: a run ends by one of them'],
    ['users=1,2', ['--users', '5'], '--sweep users and --users: the sweep gives it each of its values'],
    ['users=1,2', ['-r', '5'], '--sweep users and --rate: one is a closed workload, the other an open one'],
    ['users=1,2', ['-c', '5'], '--sweep users and --connections: a user has a connection of its own'],
    ['rate=1,2', ['-r', '5'], '--sweep rate and --rate: the sweep gives it each of its values'],
    [
      'rate=1,2',
      ['-p', '5'],
      '--sweep rate and --pipelining: a pipelined request waits for those before it, and cannot start by the clock',
    ],
    ['connections=1,2', ['-c', '5'], '--sweep connections and --connections: the sweep gives it each of its values'],
    ['pipelining=1,2', ['-p', '5'], '--sweep pipelining and --pipelining: the sweep gives it each of its values'],
    ['warmup=1s,2s', ['-W', '5'], '--sweep warmup and --warmup: the sweep gives it each of its values'],
    ['workers=1,2', ['-w', '5'], '--sweep workers and --workers: the sweep gives it each of its values'],
    ['timeout=1s,2s', ['-t', '5'], '--sweep timeout and --timeout: the sweep gives it each of its values'],
    [
      'scenarios.requests.workload.connections=1,2',
      ['-c', '5'],
      '--connections: the test sweeps over scenarios.requests.workload.connections, which gives it each of its values',
    ],
  ])('a sweep over %s is refused together with %j, which would change nothing', async (sweep, flags, message) => {
    const { code, stderr } = await call(['plan', server.url, '--sweep', sweep, ...flags])
    expect(stderr).toContain(`benchpress: ${message}\n`)
    expect(code).toBe(2)
  })

  test('a sweep wins over a variable that sets the same parameter, or that excludes it', async () => {
    const env = { BENCHPRESS_CONNECTIONS: '7', BENCHPRESS_DURATION: '3s' }
    const { code, stdout } = await call(['plan', server.url, '--sweep', 'users=3,4'], { env })
    expect(stdout).toMatch(/^ {2}0s to 3s: 3 users$/m)
    expect(code).toBe(0)
  })

  test('the sweep of a config is not replaced by a flag of its parameter', async () => {
    const path = join(folder, 'own.config.json')
    const scenarios = { items: { request: {}, workload: { users: 1, duration: 1 } } }
    await writeFile(path, JSON.stringify({ target: server.url, scenarios, sweep: { users: [5, 6] } }))
    const given = await call(['plan', path, '--users', '3'])
    expect(given.stderr).toBe(
      'benchpress: --users: the test sweeps over users, which gives it each of its values\n  Leave it out, or give --sweep users=VALUES in its place.\n',
    )
    const read = await call(['plan', path], { env: { BENCHPRESS_USERS: '3' } })
    expect(read.stderr).toContain('benchpress: BENCHPRESS_USERS: the test sweeps over users')
    expect([given.code, read.code]).toEqual([2, 2])
  })
})
