import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SuiteResult } from '@benchpress/core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { call, expectDone } from './captured-io.ts'
import { startServer, type StartedServer } from './start-server.ts'

let server: StartedServer
let folder = ''
const received: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-users-'))
  server = await startServer(({ method, url, headers }, response) => {
    received.push(`${method} ${url} ${headers['x-key']?.toString() ?? ''}`.trim())
    response.statusCode = url === '/missing' ? 404 : 200
    response.end('{"hello":"world!"}')
  })
})

afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

beforeEach(() => {
  received.length = 0
})

describe('benchpress URL with a workload of users', () => {
  test('--rate starts exactly the planned number of requests by the clock, on at most -c connections', async () => {
    const { code, stdout } = await call([
      `${server.url}/items`,
      '-r',
      '400/s',
      '-c',
      '80',
      '-n',
      '80',
      '--seed',
      '7',
      '--no-progress',
      '--full',
    ])
    expect(received).toEqual(Array.from({ length: 80 }, () => 'GET /items'))
    expect(stdout).toContain(`Running 80 iterations test @ ${server.url}/items\n400/s, arriving uniformly, at most 80 users\nseed 7\n`)
    expect(stdout).toMatch(/│ Iterations │ 80 +│ 80 +│ 0 +│ 0 +│ 0 /)
    expect(stdout).toContain('│ Send lag ')
    expectDone(code, stdout)
  })

  test('--users has each user wait for its response; the figures add up', async () => {
    const { code, stdout } = await call([server.url, '--users', '3', '-n', '30', '--json'])
    const { tests }: SuiteResult = JSON.parse(stdout)
    expect(tests[0]?.scenarios[0]).toMatchObject({
      workload: { kind: 'users', model: 'closed', iterations: { of: 'run', count: 30 } },
      counts: { started: 30, outcomes: { ok: 30 } },
      users: { created: 3, completed: 3 },
    })
    expectDone(code, stdout)
    expect(received).toHaveLength(30)
  })

  test('the environment has the same effect as the flags', async () => {
    const env = {
      BENCHPRESS_RATE: '400',
      BENCHPRESS_ARRIVALS: 'poisson',
      BENCHPRESS_TIMING: 'coarse',
      BENCHPRESS_MAX_USERS: '20',
      BENCHPRESS_SEED: '3',
      BENCHPRESS_REQUESTS: '20',
    }
    const { stdout } = await call([server.url, '--json'], { env })
    const { tests }: SuiteResult = JSON.parse(stdout)
    expect(tests[0]).toMatchObject({
      seed: 3,
      generator: { timing: 'coarse' },
      scenarios: [{ workload: { kind: 'rate', from: 400, arrivals: 'poisson', maxUsers: 20, iterations: 20 } }],
    })
    expect(received).toHaveLength(20)
  })

  test('reports problems by the names of the flags', async () => {
    const { code, stderr } = await call([server.url, '--users', '2', '-n', '10', '-w', '4'])
    expect(stderr).toContain('benchpress: --workers 4 cannot be greater than --users 2')
    expect([code, received]).toEqual([2, []])
  })
})

describe('benchpress run with journeys and thresholds', () => {
  test('finds journeys beside the config, wherever it is called, and adds headers to theirs', async () => {
    const path = await writeConfig('beside', {
      scenarios: { visits: { journey: './visit.journey.mjs', workload: { users: 2, iterations: 10 } } },
    })
    const { code, stdout, stderr } = await call(['run', path, '-H', 'x-key: 1', '--no-progress'], { cwd: '/' })
    expectDone(code, stdout)
    expect(stderr).toBe('')
    expect(received).toEqual(Array.from({ length: 10 }, () => 'GET /visit 1'))
    expect(stdout).toContain('\nChecks\n  ✓ it says hello: 10 passed\n')
  })

  test('a threshold that fails ends the command with 99, and is named on stderr', async () => {
    const path = await writeConfig('failing', {
      scenarios: { reads: { request: {}, workload: { users: 1, iterations: 30 } } },
      thresholds: { http_requests: ['count > 10', 'count > 1000'] },
    })
    const { code, stdout, stderr } = await call(['run', path, '--no-progress'])
    expect(stdout).toMatch(
      /^Thresholds: 1 of 2 passed, 1 failed\n {2}✓ http_requests count > 10: .*\n {2}✗ http_requests count > 1000: .*30[^]*\nVerdict: /m,
    )
    expect(stderr).toMatch(/^benchpress: threshold failed: http_requests count > 1000 \(.*30.*\)\n$/)
    expect(code).toBe(99)
  })

  test('an invalid run ends with 97, whatever its thresholds', async () => {
    const path = await writeConfig('invalid', {
      scenarios: { reads: { request: { path: '/missing' }, workload: { users: 1, iterations: 30 } } },
      thresholds: { http_failed: 'rate < 1%' },
    })
    const { code, stderr } = await call(['run', path, '--no-progress'])
    expect(stderr).toContain('benchpress: threshold failed: http_failed rate < 1% (')
    expect(code).toBe(97)
  })

  test('a threshold that may end the test ends it, long before its time', async () => {
    const path = await writeConfig('ended', {
      scenarios: { reads: { request: {}, workload: { rate: 50, duration: '60s' } } },
      thresholds: { http_requests: { threshold: 'count < 10', abortOnFail: true, after: '100ms' } },
    })
    const { code, stdout, stderr } = await call(['run', path, '--no-progress'])
    expect(stdout).toContain(', which ended the test\n')
    expect(stdout).toContain('the result is partial: a threshold with abortOnFail had failed after ')
    expect(stderr).toContain('benchpress: threshold failed: http_requests count < 10 (')
    expect(code).toBe(99)
  })
})

describe('benchpress plan', () => {
  test('prints what a run would do, and sends nothing', async () => {
    const path = await writeConfig('planned', {
      scenarios: {
        visits: {
          journey: './visit.journey.mjs',
          workload: { stages: { of: 'rate', from: '5/s', steps: [{ duration: '30s', to: '20/s' }] }, warmup: '5s' },
        },
      },
      thresholds: { http_failed: 'rate < 1%' },
    })
    const { code, stdout, stderr } = await call(['plan', path], { cwd: join(folder, 'planned') })
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain(`Scenario visits
  journey: visit.journey.mjs
  5/s rising to 20/s in 30s, arriving uniformly, at most 1,000 users

  0s to 5s:  5/s (warm-up, counted apart)
  5s to 35s: 5/s rising to 20/s
`)
    expect(stdout).toContain('\n  375 iterations in the run phase\n')
    expect(stdout).toContain('\n  hooks: beforeAll of visit.journey.mjs\n  thresholds:\n    http_failed rate < 1%\n')
    expect(received).toEqual([])
  })

  test('takes a URL and the flags of a run', async () => {
    const { code, stdout } = await call(['plan', server.url, '-r', '30/m', '-d', '10m'])
    expect(stdout).toContain('  300 requests in the run phase\n')
    expect([code, received]).toEqual([0, []])
  })

  test('a test that cannot be run ends with 2 and the reason', async () => {
    const config = { scenarios: { visits: { journey: './nowhere.ts', workload: { users: 0 } } }, thresholds: { http_faild: 'rate < 1%' } }
    const { code, stdout, stderr } = await call(['plan', await writeConfig('impossible', config)])
    for (const part of ['scenarios.visits.journey', 'scenarios.visits.workload.users', 'thresholds.http_faild'])
      expect(stderr).toContain(part)
    expect([code, stdout]).toEqual([2, ''])
  })

  test('a journey that cannot be loaded ends with 2 and the reason', async () => {
    const path = await writeConfig('broken', { scenarios: { visits: { journey: './broken.journey.mjs', workload: { users: 1 } } } })
    await writeFile(join(folder, 'broken/broken.journey.mjs'), 'throw new Error("no database")')
    const { code, stderr } = await call(['plan', path])
    expect(stderr).toContain('broken.journey.mjs')
    expect(stderr).toContain('no database')
    expect(code).toBe(2)
  })
})

async function writeConfig(name: string, config: object): Promise<string> {
  const path = join(folder, name, 'benchpress.config.json')
  await mkdir(join(folder, name), { recursive: true })
  await writeFile(path, JSON.stringify({ target: server.url, ...config }))
  await writeFile(join(folder, name, 'visit.journey.mjs'), visit)
  return path
}

const visit = `
export function beforeAll() {}
export default async ({ http, check }) => {
  const response = await http.get('/visit')
  check('it says hello', response.json().hello === 'world!')
}
`
