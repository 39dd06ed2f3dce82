import { describe, expect, test } from 'vitest'
import type { ScenarioSummary } from '../../summary/scenario-summary.ts'
import { findShift, stationaryShift, stationaryTimes } from '../stationarity.ts'
import { notStationary } from './sample-rules.ts'
import type { Reason } from '../verdict.ts'
import {
  connectionsFixture,
  rateFixture,
  rateScenarioFixture,
  usersWorkloadFixture,
  scenarioFixture,
  seriesFixture,
  summaryFixture,
} from '../../../../test/result/verdict/summary-fixture.ts'

function judgeSeries(requests: readonly number[], scenario: Partial<ScenarioSummary> = {}): readonly Reason[] {
  return notStationary(summaryFixture({ scenarios: [scenarioFixture({ series: seriesFixture(requests), ...scenario })] }))
}

/** Steady windows around 1,000 with normally distributed noise; the same seed gives the same windows. */
function noisySeries(length: number, deviation: number, seed: number): number[] {
  let state = (seed * 2_654_435_761 + 1) >>> 0
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state + 0.5) / 2 ** 32
  }
  const normal = (): number => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random())
  return Array.from({ length }, () => Math.max(0, 1000 * (1 + deviation * normal())))
}

/** Windows that rise from half to 1,000 with a time constant of a fifth of the run, behind noise of 5 %. */
function warmingUp(length: number, seed: number): number[] {
  return noisySeries(length, 0.05, seed).map((value, index) => value * (1 - 0.5 * Math.exp((-5 * index) / length)))
}

function shareOfShifts(series: (seed: number) => readonly number[]): number {
  const seeds = Array.from({ length: 1000 }, (_, seed) => seed)
  return seeds.filter((seed) => findShift(series(seed), stationaryShift) !== null).length / seeds.length
}

describe('a throughput that is not stationary', () => {
  test('a rising throughput is named, with figures and advice', () => {
    expect(judgeSeries([500, 600, 700, 780, 840, 890, 930, 960, 980])).toEqual([
      {
        rule: 'not-stationary',
        level: 'suspect',
        text: 'throughput rises: 600 ok responses per s in the first third of the run, 960 in the last (60 % more); use a warmup',
      },
    ])
  })

  test('a rising throughput asks for a longer warmup where there was one', () => {
    const workload = connectionsFixture({ warmup: 2 })
    expect(judgeSeries([500, 600, 700, 780, 840, 890, 930, 960, 980], { workload })[0]?.text).toMatch(/; use a longer warmup than 2 s$/)
  })

  test('a falling throughput is named', () => {
    expect(judgeSeries([1000, 990, 960, 900, 850, 800, 760, 720, 700])[0]?.text).toBe(
      'throughput falls: 990 ok responses per s in the first third of the run, 720 in the last (27.3 % less); run for longer to see where it settles',
    )
  })

  test('a throughput falls where responses turn into errors, however quick', () => {
    const series = seriesFixture([1000, 1000, 1000, 1100, 1200, 1300, 1500, 1800, 2000]).map((second, index) => ({
      ...second,
      failed: index * 230,
    }))
    expect(judgeSeries([], { series })[0]?.text).toMatch(/^throughput falls/)
  })

  test('a throughput is judged from six whole seconds on', () => {
    expect(judgeSeries([500, 600, 700, 800, 900])).toEqual([])
    expect(judgeSeries([500, 600, 700, 800, 900, 1000])).toHaveLength(1)
    expect(judgeSeries([], { series: seriesFixture([500, 600, 700, 800, 900, 1000], 0.9) })).toEqual([])
  })

  test('the last part of a second is no drop of the throughput', () => {
    expect(judgeSeries([], { series: seriesFixture([1000, 1001, 1002, 1000, 999, 1001, 1000, 20], 0.02) })).toEqual([])
  })

  test('a throughput is not stationary where its first and last third differ by more than 15 %', () => {
    expect(judgeSeries([850, 851, 852, 900, 920, 940, 1000, 1001, 1002])).toEqual([])
    expect(judgeSeries([848, 849, 850, 900, 920, 940, 1000, 1001, 1002])).toHaveLength(1)
  })

  test('a throughput is not stationary where its first and last third hardly overlap', () => {
    expect(judgeSeries([600, 610, 620, 630, 700, 720, 740, 760, 900, 910, 920, 615])).toEqual([])
    expect(judgeSeries([600, 610, 620, 630, 700, 720, 740, 760, 900, 910, 920, 625])).toHaveLength(1)
  })

  test('a throughput is not stationary where it follows a trend through all windows', () => {
    expect(judgeSeries([610, 605, 600, 1000, 995, 990, 900, 895, 890])).toEqual([])
    expect(judgeSeries([600, 605, 610, 880, 885, 890, 900, 895, 890])).toHaveLength(1)
  })

  test('a throughput is stationary in spite of one slow second at the start of a long run', () => {
    expect(judgeSeries([300, ...noisySeries(29, 0.05, 1)])).toEqual([])
  })

  test('a throughput is not stationary where it has a step in the middle of the run', () => {
    const halves = [...noisySeries(15, 0.05, 2), ...noisySeries(15, 0.05, 3).map((value) => value * 0.7)]
    expect(judgeSeries(halves)[0]?.text).toMatch(/^throughput falls/)
  })

  test('a throughput is stationary in two recorded series of steady servers on a shared machine', () => {
    const warm = [
      73_169, 96_534, 83_890, 95_055, 98_211, 88_744, 103_502, 103_525, 103_308, 102_046, 105_315, 108_082, 109_950, 98_201, 101_446,
      106_044, 102_050, 105_538, 104_000,
    ]
    const noisy = [
      122_196, 127_653, 126_617, 129_754, 144_184, 104_589, 142_510, 141_373, 144_094, 145_985, 139_781, 133_233, 123_077, 137_667, 141_322,
      138_597, 132_550, 135_535, 127_212,
    ]
    expect(judgeSeries(warm)).toEqual([])
    expect(judgeSeries(noisy)).toEqual([])
  })
})

describe('the response times of an open workload', () => {
  const judgeMedians = (medians: readonly number[], scenario: Partial<ScenarioSummary> = {}): readonly Reason[] => {
    const series = seriesFixture(medians.map(() => 1000)).map((second, index) => ({ ...second, p50: medians[index] ?? null }))
    return notStationary(summaryFixture({ scenarios: [rateScenarioFixture({ series, ...scenario })] }))
  }

  test('the response times of an open workload are not stationary where they grow from third to third', () => {
    expect(judgeMedians([10, 11, 12, 15, 20, 30, 60, 90, 140])).toEqual([
      {
        rule: 'not-stationary',
        level: 'suspect',
        text: 'response times grow: a median of 11 ms in the first third of the run, 90 ms in the last; the target may not keep up with the rate, so run for longer or ask for less',
      },
    ])
  })

  test('the response times of an open workload are named where they fall', () => {
    expect(judgeMedians([60, 50, 40, 20, 15, 12, 10, 10, 9.9])[0]?.text).toBe(
      'response times fall: a median of 50 ms in the first third of the run, 10 ms in the last (80 % less); use a warmup',
    )
  })

  test('the response times of an open workload may double before a reason is given', () => {
    const last = 10 / (1 - stationaryTimes)
    expect(judgeMedians([10, 10, 10, 14, 15, 16, last, last, last])).toEqual([])
    expect(judgeMedians([10, 10, 10, 14, 15, 16, last + 0.1, last + 0.1, last + 0.1])).toHaveLength(1)
  })

  test('the response times of a closed workload are not judged, nor those without responses', () => {
    expect(judgeMedians([10, 11, 12, 15, 20, 30, 60, 90, 140], { workload: connectionsFixture() })).toEqual([])
    expect(judgeMedians([10, 11], {})).toEqual([])
  })
})

describe('a workload that changes', () => {
  const ramp = [
    { duration: 6, to: 600 },
    { duration: 9, to: 600 },
  ]
  const rising = [50, 150, 250, 350, 450, 550]

  test('a workload that changes is judged where it stays the same', () => {
    const workload = rateFixture({ from: 0, stages: ramp, duration: 15 })
    expect(judgeSeries([...rising, ...Array.from({ length: 9 }, () => 600)], { workload })).toEqual([])
    expect(judgeSeries([...rising, 600, 600, 590, 560, 520, 500, 450, 420, 400], { workload })[0]?.text).toBe(
      'throughput falls: 600 ok responses per s in the first third of the time from 6 to 15 s, 420 in the last (30 % less); run for longer to see where it settles',
    )
  })

  test('a workload that never stays the same for long enough is not judged', () => {
    const users = usersWorkloadFixture({ from: 0, stages: [{ duration: 6, to: 600 }], duration: 6 })
    expect(judgeSeries(rising, { workload: users })).toEqual([])
    const constant = usersWorkloadFixture({ from: 600, stages: [{ duration: 6, to: 600 }], duration: 6 })
    expect(judgeSeries(rising, { workload: constant })).toHaveLength(1)
  })
})

describe('the test for a shift', () => {
  test('the test for a shift leaves noisy but steady series alone', () => {
    for (const length of [6, 10, 30]) {
      expect(shareOfShifts((seed) => noisySeries(length, 0.05, seed))).toBeLessThanOrEqual(0.005)
      expect(shareOfShifts((seed) => noisySeries(length, 0.1, seed))).toBeLessThanOrEqual(0.025)
      expect(shareOfShifts((seed) => noisySeries(length, 0.2, seed))).toBeLessThanOrEqual(0.05)
    }
  })

  test('the test for a shift finds a warm-up behind noise', () => {
    expect(shareOfShifts((seed) => warmingUp(10, seed))).toBeGreaterThan(0.9)
    expect(shareOfShifts((seed) => warmingUp(30, seed))).toBeGreaterThan(0.97)
  })

  test('the test for a shift finds nothing in a series of zeros', () => {
    expect(findShift([0, 0, 0, 0, 0, 0, 0], stationaryShift)).toBeNull()
  })
})
