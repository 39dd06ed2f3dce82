import type { SuiteResult, TestResult } from '@benchpress/core'
import type { PresetRun } from '@benchpress/core/preset'
import { presetJson } from '@benchpress/report/outputs'
import { afterEach, expect, test, vi } from 'vitest'
import { suiteResult } from '../../../report/test/suite-fixture.ts'
import { k6Example, kvLevel, operations } from '../../test/toska-fixture.ts'
import { toska } from './toska.ts'

const compared = (): readonly TestResult[] => [
  operations('redis-set', 84_246),
  operations('toska-put', 20_000),
  operations('redis-get', 88_731),
  operations('toska-get', 25_000),
]

afterEach(() => {
  vi.unstubAllEnvs()
})

test('each documented level has the figures of its runs, and a level that was not documented is there, too', () => {
  const [kv] = dataOf(suiteResult([kvLevel(10), kvLevel(15), kvLevel(15, { repeat: 2 })])).documented
  const { rate, p50, p90, p99 } = k6Example
  expect(kv?.rows.map(({ name }) => name)).toEqual(['10', '20', '30', '40', '15'])
  expect(kv?.rows[0]).toEqual({
    name: '10',
    documented: { RPS: 480.55, p50: 0.45, p90: 1.14, p99: 1.79, 'Error rate': '0.00%' },
    measured: { RPS: [rate], p50: [p50], p90: [p90], p99: [p99], 'Error rate': [0] },
  })
  expect(kv?.rows[1]).toMatchObject({ name: '20', missing: 'it was not run' })
  expect(kv?.rows[4]).toMatchObject({ documented: {}, measured: { RPS: [rate, rate] } })
})

test('both sides of the comparison have operations, times from their call and errors', () => {
  const [, , redis, latency] = dataOf(suiteResult(compared())).documented
  const close = (value: number): unknown => expect.closeTo(value, 6)
  expect(redis?.rows.map(({ name, measured }) => [name, measured])).toMatchObject([
    ['Redis SET', { 'ops/sec': [close(84_246)] }],
    ['Toska PUT', { 'ops/sec': [close(20_000)] }],
    ['Redis GET', { 'ops/sec': [close(88_731)] }],
    ['Toska GET', { 'ops/sec': [close(25_000)] }],
  ])
  expect(latency?.rows.map(({ name, measured }) => [name, measured])).toMatchObject([
    ['Toska PUT', { p50: [2], errors: [5] }],
    ['Toska GET', { p50: [2], errors: [5] }],
    ['Redis SET', { p50: [0.5], errors: [5] }],
    ['Redis GET', { p50: [0.5], errors: [5] }],
  ])
})

test('a side that was not run has the reason', () => {
  vi.stubEnv('PATH', '/nowhere')
  const [, , redis] = dataOf(suiteResult([operations('toska-put', 20_000)])).documented
  expect(redis?.rows[0]).toMatchObject({ missing: 'there is no redis-server on the PATH' })
})

test('which side is faster is decided by five runs of each, and by no fewer', () => {
  const runs = [1, 1.1, 0.9, 1.05, 0.95].flatMap((factor) => [operations('redis-set', 8000 * factor), operations('toska-put', 2000)])
  expect(dataOf(suiteResult(runs)).claims).toMatchObject([{ holds: 'yes', because: 'measured 3.99 times (3.53 to 4.52)' }])
  expect(dataOf(suiteResult(runs.slice(0, 4))).claims).toMatchObject([{ holds: 'unknown' }])
  const short = [1, 2, 3, 4, 5].flatMap(() => [operations('redis-set', 80_000), operations('toska-put', 2000)])
  expect(dataOf(suiteResult(short)).claims).toMatchObject([
    { holds: 'unknown', because: expect.stringContaining('can be compared') as unknown },
  ])
})

test('the report folder has the summary, and the environment without a commit', () => {
  const files = toska.files?.(suiteResult([kvLevel(10), kvLevel(20)]), presetRun) ?? {}
  expect(Object.keys(files)).toEqual(['baseline-kv-vu10/kv_summary.json', 'baseline-kv-vu20/kv_summary.json', 'env.json', 'summary.md'])
  expect(JSON.parse(files['env.json'] ?? '')).toEqual(expect.not.objectContaining({ git: expect.anything() as unknown }))
  expect(files['summary.md']).toContain('| 10 | documented | 480.55 |')
})

const presetRun: PresetRun = { preset: toska, part: undefined, isEmbedded: true, changes: [], code: [] }

interface Data {
  readonly documented: readonly { readonly rows: readonly { readonly name: string; readonly measured: object }[] }[]
  readonly claims: readonly object[]
}

function dataOf(suite: SuiteResult): Data {
  return JSON.parse(presetJson(suite, { allPercentiles: false, statusCodes: false, presetRun }) ?? '') as Data
}
