import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SuiteResult } from '@benchpress/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, expectDone } from './captured-io.ts'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'benchpress-functions-'))
  await writeFile(
    join(folder, 'map.bench.mjs'),
    `const keys = Array.from({ length: 100 }, (_, index) => 'key_' + index)
export default {
  setup: () => ({ map: new Map(keys.map((key) => [key, key])), next: 0 }),
  cases: {
    get_hit: ({ map }) => map.get('key_7'),
    get_miss: ({ map }) => map.get('other'),
    broken: () => { throw new Error('not today') },
  },
}
`,
  )
})

afterAll(() => rm(folder, { recursive: true }))

async function writeConfig(name: string, config: object): Promise<string> {
  const path = join(folder, `${name}.json`)
  await writeFile(path, JSON.stringify({ name: 'map', ...config }))
  return path
}

const functions = { functions: './map.bench.mjs', time: '1h', warmup: '1h', only: ['get_hit', 'get_miss'] }

describe('benchpress run with functions', () => {
  test('measures functions for the time of the flags, and prints and writes the result', async () => {
    const path = await writeConfig('map', { scenarios: { map: functions } })
    const file = join(folder, 'result.json')
    const { code, stdout } = await call(['run', path, '-d', '0.05', '--warmup', '0.01', '--seed', '3', '-o', file])
    expectDone(code, stdout)
    expect(stdout).toContain('Functions map: 0.05s each after 0.01s of warm-up, in 1 thread\n')
    expect(stdout).toMatch(/│ get_hit +│ [\d,]+ +│/)
    const { tests }: SuiteResult = JSON.parse(await readFile(file, 'utf8'))
    expect(tests[0]?.microbenchmarks.map((measured) => [measured.case, measured.time, measured.warmup])).toEqual([
      ['get_hit', 0.05, 0.01],
      ['get_miss', 0.05, 0.01],
    ])
    expect(tests[0]?.seed).toBe(3)
  })

  test('ends with 97 when a function never succeeds, and names the function', async () => {
    const path = await writeConfig('broken', { scenarios: { map: { ...functions, only: ['get_hit', 'broken'] } } })
    const { code, stdout } = await call(['run', path, '-d', '0.02', '--warmup', '0.01'])
    expect(code).toBe(97)
    expect(stdout).toMatch(/broken: no sample: [\d,]+ calls? failed \(not today\)/)
    expect(stdout).toMatch(/│ get_hit +│ [\d,]+ +│/)
  })

  test('refuses flags of a load', async () => {
    const path = await writeConfig('flags', { scenarios: { map: functions } })
    const { code, stderr } = await call(['run', path, '-c', '5', '--rate', '10/s', '--insecure'])
    expect(code).toBe(2)
    expect(stderr).toContain('--connections: functions are measured, and there is no load')
    const swept = await call(['run', path, '--sweep', 'users=1,2'])
    expect([swept.code, swept.stderr]).toEqual([2, expect.stringContaining('--sweep: functions are measured, and there is no load')])
    const gated = await call(['run', path, '--threshold', 'p99 < 1s'])
    expect([gated.code, gated.stderr]).toEqual([2, expect.stringContaining('--threshold: functions are measured, which have none of')])
    const searched = await call(['run', path, '--find', 'max-rate', '--slo', 'p99 < 1s'])
    expect([searched.code, searched.stderr]).toEqual([
      2,
      expect.stringMatching(/^benchpress: --find: a search is of a rate, and functions have none\n[^\n]*\n$/),
    ])
    expect(stderr).toContain('--rate: functions are measured, and there is no load')
    expect(stderr).toContain('--insecure: functions are measured, and there is no load')
  })

  test('refuses functions and a load in one test', async () => {
    const reads = { request: {}, workload: { connections: 1, duration: '1s' } }
    const path = await writeConfig('mixed', { target: 'http://localhost:1', scenarios: { map: functions, reads } })
    const { code, stderr } = await call(['run', path])
    expect(code).toBe(2)
    expect(stderr).toContain('scenarios: functions (map) and load (reads) cannot be in one test')
  })
})

test('benchpress plan names the functions, and how long they take', async () => {
  const path = await writeConfig('plan', { scenarios: { map: { ...functions, time: '3s', warmup: '1s' } } })
  const { code, stdout } = await call(['plan', path])
  expect(code).toBe(0)
  expect(stdout).toContain('2 functions, one after the other: get_hit, get_miss\n')
  expect(stdout).toContain('3s each, after 1s of warm-up; 8s in total\n')
  expect(stdout).toContain('length: 8s, without set-up\n')
})
