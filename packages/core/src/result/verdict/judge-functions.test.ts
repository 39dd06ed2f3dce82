import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { CallTimes, MicrobenchmarkSummary } from '../summary/test-summary.ts'
import { judge } from './judge.ts'
import * as cutOffs from './judge-functions.ts'
import { functionsFixture, microbenchmarkFixture } from '../../../test/result/verdict/microbenchmark-fixture.ts'
import { limitText } from '../../../test/result/verdict/summary-fixture.ts'

const { callTime } = microbenchmarkFixture()
const times = (changes: Partial<CallTimes>): Pick<MicrobenchmarkSummary, 'callTime'> => ({
  callTime: { ...(callTime as CallTimes), ...changes },
})

test('a function with many steady samples is valid, without a reason', () => {
  const summary = functionsFixture(microbenchmarkFixture())
  expect(judge(summary)).toEqual({ level: 'valid', reasons: [] })
  expect(limitText(summary)).toBe('the functions themselves: one thread called them one after the other, without a pause')
})

describe('a reason is given for', () => {
  test.each<[string, Partial<MicrobenchmarkSummary>, string]>([
    [
      'a function that never succeeded',
      { samples: 0, calls: 9, failed: 9, callTime: null, callsPerSecond: null, course: [], failures: [{ reason: 'no key', count: 9 }] },
      'invalid no-success: get_hit: no sample: 9 calls failed (no key)',
    ],
    [
      'calls that failed',
      {
        failed: 3,
        failures: [
          { reason: 'no key', count: 2 },
          { reason: 'late', count: 1 },
        ],
      },
      'suspect errors: get_hit: 3 calls failed (no key, and 1 other reason) of 10,000, and the times are those of the others',
    ],
    [
      'samples in which the clock is a large part',
      times({ median: 40 / cutOffs.timerShare - 1 }),
      'suspect timer: get_hit: a sample took 2 µs, of which reading the clock is 40 ns: use a warm-up, and no beforeEach, so that calls are timed in batches',
    ],
    [
      'a thread that had to wait for a CPU',
      { cpu: cutOffs.ownCpu - 0.01 },
      'suspect busy-machine: these had a CPU for a part of the time only: get_hit 89 %; what else ran on this machine is in their times, unless they wait by themselves, as for a disk',
    ],
    [
      'a function that the compiler left out',
      { ...times({ median: cutOffs.leastWork - 0.7 }), timer: 0 },
      'suspect optimised-away: get_hit: 0.3 ns is less than any work takes: the compiler did it once for many calls; let it depend on what changes',
    ],
    [
      'times that fall',
      { course: Array.from({ length: 12 }, (_, part) => 12_000 - part * 500) },
      'suspect not-stationary: get_hit: still warming up: a median of 11.3 µs in the first third, 7.25 µs in the last; use a longer warmup',
    ],
    [
      'times that rise',
      { course: Array.from({ length: 12 }, (_, part) => 5000 + part * 500) },
      'suspect not-stationary: get_hit: getting slower: a median of 5.75 µs in the first third, 9.75 µs in the last; what it works on may be growing',
    ],
    [
      'a mean that is not known well',
      times({ marginOfError: cutOffs.impreciseMargin + 0.001 }),
      'suspect imprecise: get_hit: the margin of error of its mean is ± 5.1 % (10,000 samples): give it more time',
    ],
    [
      'batches',
      { batch: 250, samples: 10_000, calls: 2_500_000 },
      'note batched: calls were timed in batches (get_hit by 250): one call is too short for the clock, so that percentiles, extremes and deviation are those of the means of batches',
    ],
    [
      'percentiles without enough samples',
      { samples: 500, calls: 500 },
      'note few-samples: get_hit: p99 needs 1,000 samples; there are 500',
    ],
  ])('%s', (_, changes, expected) => {
    const { reasons, level } = judge(functionsFixture(microbenchmarkFixture(changes)))
    expect(reasons.map((reason) => `${reason.level} ${reason.rule}: ${reason.text}`)).toEqual([expected])
    expect(level).toBe(expected.startsWith('note') ? 'valid' : expected.split(' ', 1)[0])
  })

  test('more threads than CPUs are a reason, and limit all functions', () => {
    const summary = functionsFixture(microbenchmarkFixture({ parallel: 3, measured: 15 }))
    expect(judge(summary).reasons).toEqual([
      {
        rule: 'shared-cores',
        level: 'suspect',
        text: '3 threads called functions on 2 CPUs: the times of calls include waiting for a CPU',
      },
    ])
    expect(limitText(summary)).toBe('CPUs: 3 threads called functions on 2 CPUs')
    const onLessThanOne = { ...functionsFixture(microbenchmarkFixture({ parallel: 1, measured: 15 })), cpus: 0.6 }
    expect(limitText(onLessThanOne)).toBe('CPUs: 1 thread called functions on 0.6 CPUs')
  })

  test('a clock that takes a large part of each call is a reason, which says so where calls fail', () => {
    const summary = functionsFixture(
      microbenchmarkFixture({ ...times({ median: 40 / cutOffs.timerShare - 1 }), failed: 1, failures: [{ reason: 'late', count: 1 }] }),
    )
    expect(judge(summary).reasons.find(({ rule }) => rule === 'timer')?.text).toBe(
      'get_hit: a sample took 2 µs, of which reading the clock is 40 ns: calls that fail take their batch with them, which keeps batches short',
    )
  })

  test('functions in the calling thread are a reason', () => {
    const summary = functionsFixture(microbenchmarkFixture())
    const { reasons } = judge({ ...summary, generator: { ...summary.generator, inCallingThread: true } })
    expect(reasons.map(({ rule, level }) => [rule, level])).toEqual([['generator-in-calling-thread', 'note']])
  })
})

describe('no reason is given for', () => {
  test.each<[string, Partial<MicrobenchmarkSummary>]>([
    ['a clock that is a small part', times({ median: 40 / cutOffs.timerShare })],
    ['a small part of a batch', { ...times({ median: 40 / cutOffs.timerShare / 10 }), batch: 10 }],
    ['the least work there is', { ...times({ median: cutOffs.leastWork }), timer: 0 }],
    ['a thread with most of a CPU', { cpu: cutOffs.ownCpu }],
    ['a function that waits by itself', { cpu: 0.01, isAsync: true }],
    ['a CPU that was looked at for a moment only', { cpu: 0.5, measured: cutOffs.cpuSeconds * 0.99 }],
    ['a CPU that nobody can tell', { cpu: null }],
    ['a margin within the limit', times({ marginOfError: cutOffs.impreciseMargin })],
  ])('%s', (_, changes) => {
    const { reasons } = judge(functionsFixture(microbenchmarkFixture(changes)))
    expect(reasons.filter(({ level }) => level !== 'note')).toEqual([])
  })
})

test('batches without a timed one have no reason', () => {
  const cut = microbenchmarkFixture({ batch: 250, samples: 0, calls: 0, callTime: null, callsPerSecond: null, course: [] })
  expect(judge(functionsFixture(cut)).reasons).toEqual([])
})

test('functions of several scenarios are named with their scenarios', () => {
  const { reasons } = judge(
    functionsFixture(microbenchmarkFixture({ samples: 500 }), microbenchmarkFixture({ name: 'other', samples: 400 })),
  )
  expect(reasons.map(({ text }) => text.split(':', 1)[0])).toEqual(['kv get_hit', 'other get_hit'])
})

test('functions that wait for a CPU are limited by other processes, and by nothing where nothing was measured', () => {
  expect(limitText(functionsFixture(microbenchmarkFixture({ cpu: 0.5 })))).toBe(
    'other processes on this machine, or what functions waited for: get_hit had a CPU for 50 % of the time',
  )
  expect(limitText(functionsFixture())).toBe('nothing: no function was measured')
})

test('docs/microbenchmarks.md lists every cut-off and every rule', () => {
  const page = readFileSync(new URL('../../../../../docs/microbenchmarks.md', import.meta.url), 'utf8')
  const numbers = Object.entries(cutOffs).flatMap(([name, value]) => (typeof value === 'number' ? [{ name, value }] : []))
  expect(numbers).toHaveLength(5)
  for (const { name, value } of numbers) expect(page).toMatch(new RegExp(`\\| \`${name}\` *\\| ${value} `))
  const rules = [
    'no-success',
    'errors',
    'timer',
    'optimised-away',
    'busy-machine',
    'not-stationary',
    'imprecise',
    'batched',
    'few-samples',
    'shared-cores',
    'interrupted',
  ]
  for (const rule of rules) expect(page).toMatch(new RegExp(`\\| \`${rule}\` *\\|`))
})
