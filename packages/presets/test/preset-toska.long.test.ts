import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SuiteResult } from '@benchpress/core'
import { invalidReasons } from '@benchpress/core/testing'
import { startToska } from '@benchpress/example-toska'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findRedis } from '../src/toska/toska-suite.ts'
import { call } from '../../cli/test/captured-io.ts'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-toska-'))
})

afterAll(async () => {
  await rm(folder, { recursive: true })
})

interface PresetFile {
  readonly changes: readonly string[]
  readonly documented: readonly {
    readonly rows: readonly { readonly name: string; readonly missing?: string; readonly measured: object }[]
  }[]
}

async function readPreset(path: string): Promise<PresetFile> {
  return JSON.parse(await readFile(join(path, 'preset.json'), 'utf8')) as PresetFile
}

// Other programs on this machine may spoil the figures, which are not tested; every other fault counts.
async function exitCodeOf(path: string): Promise<number> {
  const { verdict } = JSON.parse(await readFile(join(path, 'result.json'), 'utf8')) as SuiteResult
  expect(invalidReasons(verdict.reasons)).toEqual([])
  return verdict.level === 'invalid' ? 97 : 0
}

const hasRedis = !('missing' in findRedis())
test('the whole preset runs against the store that comes with it, and against a redis-server', async () => {
  const path = join(folder, 'all/')
  const { code, stdout, stderr } = await call(
    ['preset', 'toska', '--users', '5', '-n', '50', '--seed', '7', '--no-progress', '--full', '-o', path],
    {
      env: { K6_KEY_SPACE: '50', K6_VALUE_SIZE: '16' },
    },
  )
  expect(stderr).not.toContain('benchpress: ')
  expect(code).toBe(await exitCodeOf(path))
  const { changes, documented } = await readPreset(path)
  expect(changes).toEqual(expect.arrayContaining(['key space 10000 -> 50', 'value size 128 -> 16']))
  const [kv, replication, _rates, latency] = documented
  for (const table of [kv, replication]) expect(table?.rows.at(-1)).toMatchObject({ name: '5', measured: { 'Error rate': [0] } })
  const done = { measured: { errors: [0] } }
  const ofRedis = hasRedis ? done : { missing: 'there is no redis-server on the PATH' }
  expect(latency?.rows).toMatchObject([done, done, ofRedis, ofRedis])
  expect(stdout).toContain('KV endpoints')
  const { tests } = JSON.parse(await readFile(join(path, 'result.json'), 'utf8')) as SuiteResult
  const checks = tests.slice(0, 2).map(({ scenarios: [only] }) => only?.users?.checks.reduce((sum, { passed }) => sum + passed, 0))
  expect(checks).toEqual([250, 150])
  expect(await readdir(path)).toEqual(expect.arrayContaining(['index.html', 'env.json', 'baseline-kv-vu5', 'summary.md']))
})

test('the variables of the document give the URL of a running store, the users and the length', async () => {
  const toska = await startToska()
  const path = join(folder, 'running/')
  const { code } = await call(['preset', 'toska:kv', '--no-progress', '-o', path], {
    env: { BASE_URL: toska.url, K6_VUS: '3', K6_DURATION: '0.5s' },
  })
  await toska.close()
  expect(code).toBe(await exitCodeOf(path))
  const { documented, changes } = await readPreset(path)
  expect(documented[0]?.rows.at(-1)).toMatchObject({ name: '3', measured: { 'Error rate': [0] } })
  expect(changes).toContain('duration 1m -> 500ms')
})

test('micro prints its table by the documented variables, names what it does not use, and refuses an output', async () => {
  const env = { PERF_DATASET_SIZE: '300', PERF_MGET_SIZE: '3', PERF_TIME: '0.02', PERF_WARMUP: '0.01', PERF_INCLUDE_SNAPSHOT: 'true' }
  const { code, stdout, stderr } = await call(['preset', 'toska:micro', '--url', 'http://localhost:9', '--users', '5'], { env })
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^benchpress: toska:micro .* not used: .*--url/)])
  expect(stdout.match(/^│ \w+/gm)).toEqual(
    ['Scenario', 'get_hit', 'get_miss', 'put', 'mget_3', 'list_keys', 'snapshot', 'compact', 'Scenario', 'bootstrap_and_tail'].map(
      (name) => `│ ${name}`,
    ),
  )
  expect(await call(['preset', 'toska:micro', '-o', 'a.json'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--output: toska:micro'),
  })
}, 60_000)

test('a wrong value of a documented variable is reported', async () => {
  const { code, stderr } = await call(['preset', 'toska', '--no-progress'], {
    env: { K6_VUS: 'many', PERF_MGET_SIZE: '0' },
  })
  expect(code).toBe(2)
  expect(stderr).toContain('K6_VUS=many: must be ')
  expect(stderr).toContain('PERF_MGET_SIZE=0: must be at least 1')
})
