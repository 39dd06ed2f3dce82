import type { MicrobenchmarkSummary, TestResult } from '@benchpress/core'
import { describe, expect, test } from 'vitest'
import { markdownReport, textReport } from '../test/render.ts'
import { suiteResult, testResult } from '../test/suite-fixture.ts'
import { plainPalette } from './palette.ts'

const options = { allPercentiles: false, statusCodes: false }

function measured(changes: Partial<MicrobenchmarkSummary>, nanoseconds: number): MicrobenchmarkSummary {
  const callTime = {
    mean: nanoseconds,
    median: nanoseconds * 0.9,
    p75: nanoseconds * 1.1,
    p95: nanoseconds * 1.5,
    p99: nanoseconds * 2,
    min: nanoseconds * 0.5,
    max: nanoseconds * 40,
    deviation: nanoseconds * 0.2,
    marginOfError: 0.0042,
  }
  const perThread = 1e9 / nanoseconds
  return {
    name: 'kv',
    case: 'get_hit',
    isAsync: false,
    parallel: 1,
    batch: 1,
    samples: 5000,
    calls: 5000,
    warmupCalls: 2000,
    failed: 0,
    failures: [],
    time: 5,
    warmup: 2,
    measured: 5,
    callTime,
    callsPerSecond: { perThread, margin: 1, total: perThread },
    course: [],
    timer: 40,
    cpu: 1,
    isComplete: true,
    ...changes,
  }
}

function functionsTest(microbenchmarks: readonly MicrobenchmarkSummary[], changes: Partial<TestResult> = {}): TestResult {
  const given = testResult()
  return {
    ...given,
    name: 'micro',
    kind: 'functions',
    target: { ...given.target, kind: 'none', url: '' },
    scenarios: [],
    microbenchmarks,
    ...changes,
  }
}

const functions = [
  measured({ batch: 250, calls: 1_250_000 }, 0.52),
  measured({ case: 'put' }, 30_080),
  measured({ case: 'compact', samples: 243, calls: 243 }, 20.55e6),
  measured({ case: 'snapshot', samples: 7, calls: 7 }, 747.61e6),
]

describe('the report of functions', () => {
  test('has a row for each function, with every time in the unit that suits it, and no time rounded to 0', () => {
    const text = textReport(suiteResult([functionsTest(functions)]), options, plainPalette)
    expect(text).toMatch(/^Functions kv: 5s each after 2s of warm-up, in 1 thread\n/)
    const rows = text.split('\n').map((line) => line.replaceAll(/[│\s]+/g, ' ').trim())
    expect(rows).toContain('Function Calls/s Mean ± Median 75% 95% 99% Stdev Min Max Samples')
    expect(rows).toContain(
      'get_hit 1,923,076,923 0.52 ns 0.42 % 0.468 ns 0.572 ns 0.78 ns 1.04 ns 0.104 ns 0.26 ns 20.8 ns 5,000 of 250 calls',
    )
    expect(rows).toContain('put 33,245 30.1 µs 0.42 % 27.1 µs 33.1 µs 45.1 µs 60.2 µs 6.02 µs 15 µs 1.2 ms 5,000')
    expect(rows).toContain('compact 48.7 20.6 ms 0.42 % 18.5 ms 22.6 ms 30.8 ms ~41.1 ms 4.11 ms 10.3 ms 822 ms 243')
    expect(rows).toContain('snapshot 1.34 748 ms 0.42 % ~673 ms ~822 ms ~1.12 s ~1.5 s 150 ms 374 ms 29.9 s 7')
    expect(text).not.toMatch(/ 0(\.0+)? (ns|µs|ms|s) /)
  })

  test('functions are a table under a title of their own in Markdown', () => {
    const text = markdownReport(suiteResult([functionsTest(functions)]), options)
    expect(text).toMatch(/^## Microbenchmarks: /)
    expect(text).toContain('### Functions kv\n\n5s each after 2s of warm-up, in 1 thread.\n\n| Function | Calls/s |')
    expect(text).toContain('| put | 33,245 | 30.1 µs |')
    expect(text).not.toContain('http')
  })

  test('names the functions that failed and why, without figures where no call succeeded', () => {
    const never = measured(
      {
        case: 'never',
        samples: 0,
        calls: 12,
        failed: 12,
        callTime: null,
        callsPerSecond: null,
        failures: [{ reason: 'no key', count: 12 }],
      },
      1,
    )
    const text = textReport(suiteResult([functionsTest([never, measured({}, 500)])]), options, plainPalette)
    expect(text).toContain('never: 12 of 12 calls failed: 12 no key\n')
    const row = text.split('\n').find((line) => line.includes('never') && line.includes('│')) ?? ''
    expect(row.replaceAll(/[│\s]+/g, ' ').trim()).toBe(`never ${'n/a '.repeat(10)}0 12`)
  })

  test('functions on several threads have the calls of one thread and of all', () => {
    const text = textReport(
      suiteResult([functionsTest([measured({ parallel: 4, callsPerSecond: { perThread: 1000, margin: 1, total: 3990 } }, 1e6)])]),
      options,
      plainPalette,
    )
    expect(text).toContain('in 4 threads at the same time\n')
    expect(text).toMatch(/Calls\/s a thread │ Calls\/s of all/)
    expect(text).toMatch(/│ 1,000 +│ 3,990 +│/)
  })

  test('an interrupted run is reported, even if no function was measured', () => {
    const interrupted = { cause: 'signal' as const, reason: 'interrupted', at: 3 }
    const partial = textReport(suiteResult([functionsTest([measured({ isComplete: false }, 500)], { interrupted })]), options, plainPalette)
    expect(partial).toContain('│ get_hit (cut off) │')
    expect(partial).toContain('Ended early after 3s, and the figures are those of that time: interrupted\n')
    const nothing = textReport(suiteResult([functionsTest([], { interrupted })]), options, plainPalette)
    expect(nothing).toContain('Functions of micro\nNo function was measured.\nEnded early')
  })

  test('functions and load are both reported, each with the name of its run', () => {
    const suite = suiteResult([testResult({ name: 'reads' }), functionsTest(functions)])
    const text = textReport(suite, options, plainPalette)
    expect(text).toContain('Functions kv, run 1 of micro: 5s each')
    expect(markdownReport(suite, options)).toMatch(/^## Load test: /)
  })
})
