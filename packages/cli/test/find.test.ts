import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SuiteResult } from '@benchpress/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { InterruptedError } from '../src/command-io.ts'
import { call } from './captured-io.ts'
import { startServer } from './start-server.ts'
import type { StartedServer } from './start-server.ts'

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
  test('ends with 99 and says why when even the lowest rate fails', async () => {
    const args = [`${server.url}/broken`, '--find', 'max-rate', '--slo', 'error < 1%', '-r', '10', ...short]
    const { code, stdout, stderr } = await call(args)
    expect(stderr).toMatch(
      /^benchpress: no rate keeps the SLO: even the lowest rate, 5\/s, failed: http_failed rate < 1% failed: rate was 100 %/m,
    )
    expect(stdout).toContain('Search of the highest rate\nwhat must hold: http_failed rate < 1%\nfound: none, no rate passed\n')
    expect(stdout).toMatch(/│ Step │ Rate │/)
    expect(code).toBe(99)
  })

  test('takes the rate, and the thresholds, of a config', async () => {
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
      // In the first step or in any other: it is over at the next request.
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

  test.each([
    [['--find', 'min-rate'], '--find min-rate: must be max-rate'],
    [['--slo', 'p99 < 1s'], '--slo: nothing is searched'],
    [['--find', 'max-rate'], '--slo: must have a condition'],
    [['--find', 'max-rate', '--slo', 'p99 < 50'], '--slo: "p99 < 50": the limit "50" has no unit'],
    [['--find', 'max-rate', '--slo', 'p99 < 1s', '--runs', '2'], '--find: a search repeats its steps itself'],
    [['--find', 'max-rate', '--slo', 'p99 < 1s', '--users', '2'], '--find: a search is of a rate, and --users has none'],
    [['--find', 'max-rate', '--slo', 'p99 < 1s', '-n', '20'], '--requests: cannot end a step of a search'],
    [['--find', 'max-rate', '--slo', 'p99 < 1s', '--sweep', 'users=1,2'], '--sweep: cannot be combined with a search'],
  ])('%j is refused', async (args, message) => {
    const { code, stderr } = await call([server.url, ...args])
    expect(stderr).toContain(`benchpress: ${message}`)
    expect(code).toBe(2)
  })
})
