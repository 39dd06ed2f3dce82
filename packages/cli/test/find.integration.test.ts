import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SuiteResult } from '@benchpress/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { InterruptedError } from '../src/command-io.ts'
import { call } from './captured-io.ts'
import { startServer, type StartedServer } from './start-server.ts'

let server: StartedServer
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-find-'))
  server = await startServer((request, response) => {
    response.statusCode = request.url === '/broken' ? 500 : 200
    response.end('hello')
  })
})

afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const short = ['-d', '0.2', '-w', '0', '--no-progress']

describe('--find max-rate', () => {
  test('ends with 99 and the reason when even the lowest rate fails', async () => {
    const args = [`${server.url}/broken`, '--find', 'max-rate', '--slo', 'error < 1%', '-r', '10', ...short]
    const { code, stdout, stderr } = await call(args)
    expect(stderr).toMatch(
      /^benchpress: no rate keeps the SLO: even the lowest rate, 5\/s, failed: requests_failed rate < 1% failed: rate was 100 %/m,
    )
    expect(stdout).toContain('Search of the highest rate\nwhat must hold: requests_failed rate < 1%\nfound: no rate keeps it\n')
    expect(stdout).toMatch(/│ Step │ Rate │/)
    expect(code).toBe(99)
  })

  test('a search takes the rate, and the thresholds, of a config', async () => {
    const path = join(folder, 'find.config.json')
    const scenarios = { items: { request: { path: '/broken' }, workload: { rate: 5 } } }
    await writeFile(path, JSON.stringify({ name: 'shop', target: server.url, scenarios, thresholds: { http_failed: 'rate < 1%' } }))
    const { code, stdout } = await call(['run', path, '--find', 'max-rate', ...short, '--json'])
    const { name, found }: SuiteResult = JSON.parse(stdout)
    expect([name, found?.slo, found?.steps[0]?.value, code]).toEqual(['shop', ['http_failed rate < 1%'], 5, 99])
  })

  test('an interruption keeps the steps that were made, and exits with 130', async () => {
    const interruption = new AbortController()
    const broken = await startServer((_request, response) => {
      // The search is over at its next request, in whichever step that is.
      interruption.abort(new InterruptedError('SIGINT'))
      response.end()
    })
    const args = [broken.url, '--find', 'max-rate', '--slo', 'error < 1%', ...short, '--json']
    const { code, stdout } = await call(args, { signal: interruption.signal })
    await broken.close()
    const { found, tests }: SuiteResult = JSON.parse(stdout)
    expect([found?.complete, code]).toEqual([false, 130])
    expect(tests.at(-1)?.interrupted?.cause).toBe('signal')
  })

  test('a plan describes a search as text, and sends nothing', async () => {
    let asked = 0
    const untouched = await startServer((_request, response) => {
      asked += 1
      response.end()
    })
    const args = ['plan', untouched.url, '--find', 'max-rate', '--slo', 'p99 < 50ms', '-r', '100', '-d', '10', '-W', '2']
    const { code, stdout, stderr } = await call(args)
    await untouched.close()
    expect(stdout).toContain(
      [
        'Search of the highest rate',
        '  its first step is what stands above',
        '  what must hold: response_time p99 < 50ms',
        '  the rate of requests: 100/s first, doubled until a step fails, or halved until one passes',
        '  within 10/s and 1,000,000/s',
        '  then between the two, until they are 5 % apart; the one that fails is run again, and the one that passes is confirmed, in a run of 27s',
        '  at most 40 steps of 12s, or 27s to confirm a rate, and up to 30s after each for what is under way: no longer than 38m, unless percentiles need longer steps',
        '',
        'Nothing was started, and nothing was sent.',
      ].join('\n'),
    )
    expect([code, stderr, asked]).toEqual([0, '', 0])
  })

  test.each([
    [['--find', 'min-rate'], '--find min-rate: must be max-rate'],
    [['--slo', 'p99 < 1s'], '--slo: nothing is searched'],
    [['--find', 'max-rate'], '--slo: must have a condition'],
    [['--find', 'max-rate', '--slo', 'p99 < 50'], '--slo: "p99 < 50": the limit "50" has no unit'],
    [['--find', 'max-rate', '--slo', 'p99 < 1s', '--runs', '2'], '--find: a search repeats its steps itself'],
    [['--find', 'max-rate', '--slo', 'p99 < 1s', '--users', '2'], '--find: a search is of a rate, and --users has none'],
    [['--find', 'max-rate', '--slo', 'p99 < 1s', '-n', '20'], '--requests: cannot end a step of a search'],
    [['--find', 'max-rate', '--slo', 'p99 < 1s', '--sweep', 'users=1,2'], '--sweep: cannot be combined with a search'],
    [['--find', 'max-rate', '--slo', 'p99 < 1s', '--sweep', 'rate=1,2'], '--sweep: cannot be combined with a search'],
  ])('%j is refused', async (args, message) => {
    for (const command of ['run', 'plan']) {
      const { code, stderr } = await call([command, server.url, ...args])
      expect(stderr).toContain(`benchpress: ${message}`)
      expect(code).toBe(2)
    }
  })

  test('a search without a condition is refused before it is announced', async () => {
    expect((await call([server.url, '--find', 'max-rate'])).stderr).toMatch(/^benchpress: --slo: must have a condition\n/)
  })
})
