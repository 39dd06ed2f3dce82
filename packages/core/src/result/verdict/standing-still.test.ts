import { describe, expect, test } from 'vitest'
import type { ScenarioSummary } from '../summary/scenario-summary.ts'
import type { SecondSummary } from '../summary/series-summary.ts'
import { generatorPartOfStall } from './rules/delivery-rules.ts'
import { sustainedShare } from './stretches.ts'
import {
  countsFixture,
  noTimesFixture,
  scenarioFixture,
  seriesFixture,
  summaryFixture,
  timesFixture,
  limitText,
} from '../../../test/result/verdict/summary-fixture.ts'

const nothing = { requests: 0, bytes: 0, mean: null, p50: null, p99: null, max: null } as const

/** Thirty seconds of 1,000 responses, some of which had none. */
function seriesWithout(silent: readonly number[], second: Partial<SecondSummary> = {}): SecondSummary[] {
  return seriesFixture(Array.from({ length: 30 }, () => 1000)).map((each) =>
    silent.includes(each.at) ? { ...each, ...nothing, ...second } : each,
  )
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index)
const busy = { target: { cpu: 1.2 }, generator: { cpu: 0.7 } } as const

// What waited in silent seconds gets its response in the one after them.
function still(silent: readonly number[], longest: number, parts: Partial<ScenarioSummary> = {}): ScenarioSummary {
  const behind = (silent.at(-1) ?? -2) + 1
  const series = seriesWithout(silent).map((each) => (each.at === behind ? { ...each, max: longest } : each))
  return scenarioFixture({ series, responseTime: timesFixture({ max: longest }), ...parts })
}

describe('a target that did not respond', () => {
  test('a target that did not respond limits the throughput, although target and generator used up the CPUs before', () => {
    expect(limitText(summaryFixture({ ...busy, scenarios: [still([], 18_000)] }))).toMatch(/^target CPU/)
    expect(limitText(summaryFixture({ ...busy, scenarios: [still(range(12, 30), 18_000)] }))).toBe(
      'target: no response came from 12 s to 30 s of 30 s, while requests waited',
    )
  })

  test('a target that did not respond limits the throughput, whatever failed because of it, and where all that waited timed out', () => {
    const counts = countsFixture({ ok: 12_000, timeout: 1800 })
    const scenario = still([], 1000, { series: seriesWithout(range(12, 30), { failed: 100 }), counts })
    expect(limitText(summaryFixture({ scenarios: [scenario] }))).toMatch(/^target: no response came from 12 s to 30 s/)
    expect(limitText(summaryFixture({ scenarios: [{ ...scenario, series: seriesWithout([]) }] }))).toMatch(/^errors/)
  })

  test('a target that never responded did not respond', () => {
    const never = noTimesFixture()
    const unfinished = { ...never, count: 0, max: 30_000, mean: 30_000, p50: null }
    const scenario = still(range(0, 30), 0, { responseTime: unfinished })
    expect(limitText(summaryFixture({ scenarios: [scenario] }))).toMatch(/^target: no response came from 0 s to 30 s of 30 s/)
  })

  test.each([
    ['for less of the run than can move its throughput', still(range(0, 30 * sustainedShare - 1), 5000)],
    ['while nothing waited for it, as between arrivals', still(range(12, 30), 20)],
    [
      'while nothing waited for it, although a response at another time took as long',
      still(range(2, 20), 20, { responseTime: timesFixture({ max: 18_000 }) }),
    ],
    [
      'where each response takes as long',
      still(range(12, 30), 20_000, { series: seriesWithout(range(12, 30)).map((each) => ({ ...each, p50: 19_000 })) }),
    ],
  ])('a target responded %s', (_, scenario) => {
    expect(limitText(summaryFixture({ ...busy, scenarios: [scenario] }))).toMatch(/^target CPU/)
  })

  test('a target responded where a load thread was held up as long', () => {
    const of = (max: number): string =>
      limitText(summaryFixture({ ...busy, scenarios: [still(range(20, 30), 10_000)], thread: { loopDelay: { p50: 1, p99: 2, max } } }))
    expect([of(10_000 * generatorPartOfStall - 1), of(10_000 * generatorPartOfStall)]).toEqual([
      expect.stringMatching(/^target: no response came/),
      expect.stringMatching(/^target CPU/),
    ])
  })

  test('the way to a target on another machine may be what did not bring a response', () => {
    const parts = { scenarios: [still(range(12, 30), 18_000)], target: { local: false, cpu: null } }
    expect(limitText(summaryFixture(parts))).toMatch(/^target or network: no response came/)
  })

  test('a target that did not respond is named with the scenario that waited, at its time in the test', () => {
    const reads = scenarioFixture()
    const { workload } = reads
    const late = still(range(10, 20), 10_000, { name: 'late', workload: { ...workload, startAfter: 5 } })
    expect(limitText(summaryFixture({ scenarios: [reads, late] }))).toBe(
      'target: no response came from 15 s to 25 s of 35 s, while requests of late waited',
    )
  })
})

test('a target that was away limits the throughput, for the part of the run that it was away', () => {
  const absences = [
    { from: -2, to: 1, broken: 10, refused: 3 },
    { from: 20, to: null, broken: 10, refused: 90 },
  ]
  expect(limitText(summaryFixture({ ...busy, absences }))).toBe('target: it was away from 20 s to 30 s, and at other times, of 30 s')
  expect(limitText(summaryFixture({ ...busy, absences: absences.slice(0, 1) }))).toMatch(/^target CPU/)
})
