import { expect, test } from 'vitest'
import { documentedTimes, scenario, suiteResult, testResult } from '../../test/suite-fixture.ts'
import { recorded } from '../../test/recorded-results.ts'
import { biggerIsBetter, smallerIsBetter } from './action-benchmark.ts'

/** A figure in the documented format of github-action-benchmark. */
interface Tracked {
  readonly name: string
  readonly unit: string
  readonly value: number
  readonly range?: string
  readonly extra?: string
}

function read(text: string): readonly Tracked[] {
  const figures: readonly Tracked[] = JSON.parse(text)
  expect(Array.isArray(figures)).toBe(true)
  for (const { name, unit, value, range = '', extra = '', ...others } of figures) {
    expect([typeof name, typeof unit, typeof value, typeof range, typeof extra]).toEqual(['string', 'string', 'number', 'string', 'string'])
    expect([name === '', Number.isFinite(value), others]).toEqual([false, true, {}])
  }
  expect(new Set(figures.map(({ name }) => name)).size).toBe(figures.length)
  return figures
}

test('response times and failures should be small, throughput large', () => {
  const suite = suiteResult()
  expect(read(smallerIsBetter(suite)).map(({ name, unit, value }) => [name, unit, value])).toEqual([
    ['deserve, test: response time p50', 'ms', 24],
    ['deserve, test: response time p95', 'ms', 31],
    ['deserve, test: response time p99', 'ms', 42],
    ['deserve, test: failed', '%', 0],
  ])
  expect(read(biggerIsBetter(suite))).toMatchObject([{ name: 'deserve, test: throughput', unit: 'requests/s', value: 5_983_000 / 30.23 }])
})

test('figures of an invalid result, and figures of too few samples, are left out', () => {
  const invalid = suiteResult([testResult({ verdict: { level: 'invalid', reasons: [] } })])
  expect([read(smallerIsBetter(invalid)), read(biggerIsBetter(invalid))]).toEqual([[], []])
  const few = suiteResult([testResult({ scenarios: [scenario({ responseTime: { ...documentedTimes, count: 5 } })] })])
  expect(read(smallerIsBetter(few)).map(({ name }) => name)).toEqual(['deserve, test: failed'])
})

test.each(recorded)('every figure of the recorded result %s has a name of its own', (_name, suite) => {
  for (const text of [smallerIsBetter(suite), biggerIsBetter(suite)]) expect(read(text)).toBeInstanceOf(Array)
})
