import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ResourceSample, ThreadSecond, ThreadSummary } from '../summary/generator-summary.ts'
import type { TestSummary } from '../summary/test-summary.ts'
import { busyMachine, sharedCores } from './rules/machine-rules.ts'
import { sharedCpu, saturatedCpu, saturatedUtilization } from './busy-cpus.ts'
import { findSustained, sustainedSeconds, sustainedShare } from './stretches.ts'
import { generatorSaturated } from './rules/generator-rules.ts'
import { resourceFixture } from '../../../test/result/verdict/machine-fixture.ts'
import {
  scenarioFixture,
  rateScenarioFixture,
  summaryFixture,
  threadFixture,
  limitText,
} from '../../../test/result/verdict/summary-fixture.ts'

/** Seconds of a load thread: a number of them for each utilisation, one after the other. */
function threadSeconds(...parts: readonly (readonly [count: number, second: Partial<ThreadSecond>])[]): ThreadSecond[] {
  const quiet = { utilization: 0.3, cpu: 0.3, loopDelay: { p50: 0.1, p99: 0.3, max: 2 } }
  return parts
    .flatMap(([count, second]) => Array.from({ length: count }, () => second))
    .map((second, index) => ({ at: index + 1, length: 1, ...quiet, ...second }))
}

function samples(...parts: readonly (readonly [count: number, sample: Partial<ResourceSample>])[]): ResourceSample[] {
  return parts
    .flatMap(([count, sample]) => Array.from({ length: count }, () => sample))
    .map((sample, index) => resourceFixture({ at: index + 1, ...sample }))
}

/** A run of a number of seconds, of which a load thread reported these. */
function runOf(seconds: readonly ThreadSecond[], parts: Partial<ThreadSummary> = {}, isOpen = false): TestSummary {
  const duration = seconds.length
  const scenarios = [isOpen ? rateScenarioFixture({ duration }) : scenarioFixture({ duration })]
  return summaryFixture({ scenarios, generator: { threads: [threadFixture({ seconds, ...parts })] } })
}

const busy = { utilization: 0.97 }

describe('a ramp that saturates the generator at its end', () => {
  const ramp = threadSeconds([510, {}], [90, busy])

  test('a ramp that saturates the generator at its end is not valid by its mean, and the seconds are named', () => {
    expect(generatorSaturated(runOf(ramp, { utilization: 0.4 }))).toEqual([
      {
        rule: 'generator-saturated',
        level: 'suspect',
        text: 'worker 0 was busy 97 % of the time from 510 s to 600 s: the target may be faster than this; use more workers',
      },
    ])
    expect(generatorSaturated(runOf(ramp, { utilization: 0.4 }, true))[0]).toMatchObject({
      level: 'invalid',
      text: 'worker 0 was busy 97 % of the time from 510 s to 600 s: iterations started when it got to them, and not when they were due; use more workers',
    })
    expect(limitText(runOf(ramp, { utilization: 0.4 }))).toBe('generator: worker 0 was busy 97 % of the time from 510 s to 600 s')
  })

  test('a ramp that saturates the generator is invalid where the loop was late in that stretch', () => {
    const late = threadSeconds([510, {}], [90, { ...busy, loopDelay: { p50: 1, p99: 40, max: 90 } }])
    expect(generatorSaturated(runOf(late))[0]).toMatchObject({ level: 'invalid' })
  })

  test('a ramp that saturates the generator is found by its CPU, too', () => {
    const cpu = threadSeconds([510, {}], [90, { cpu: saturatedCpu + 0.01 }])
    expect(generatorSaturated(runOf(cpu))[0]?.text).toBe(
      'worker 0 was busy 30 % of the time and used 96 % of a CPU from 510 s to 600 s: the target may be faster than this; use more workers',
    )
  })
})

describe('a stretch', () => {
  test('a stretch lasts for at least a tenth of a long run', () => {
    const of = (seconds: number): number =>
      generatorSaturated(runOf(threadSeconds([600 - seconds, {}], [seconds, { utilization: 1 }]))).length
    expect(of(600 * sustainedShare)).toBe(1)
    expect(of(600 * sustainedShare * 0.8)).toBe(0)
  })

  test('a stretch lasts for at least some seconds of a short run', () => {
    const of = (seconds: number): number =>
      generatorSaturated(
        runOf(threadSeconds([5, { utilization: 0.1 }], [seconds, { utilization: 1 }], [5 - seconds, { utilization: 0.1 }])),
      ).length
    expect(of(sustainedSeconds)).toBe(1)
    expect(of(sustainedSeconds - 1)).toBe(0)
  })

  test('a stretch is judged by its mean, on both sides of the cut-off', () => {
    const of = (utilization: number): number => generatorSaturated(runOf(threadSeconds([20, {}], [10, { utilization }]))).length
    expect(of(saturatedUtilization)).toBe(0)
    expect(of(saturatedUtilization + 0.001)).toBe(1)
  })

  test('a stretch may have odd seconds in it, and none at its ends', () => {
    const seconds = threadSeconds([10, {}], [4, { utilization: 1 }], [1, { utilization: 0.85 }], [4, { utilization: 1 }], [11, {}])
    expect(generatorSaturated(runOf(seconds))[0]?.text).toContain('from 10 s to 19 s')
  })

  test('a stretch lies neither in the warm-up nor in the drain', () => {
    const seconds = threadSeconds([40, busy]).map((second) => ({ ...second, at: second.at - 40 }))
    const drain = threadSeconds([30, {}], [20, busy])
    expect(generatorSaturated(summaryFixture({ thread: { seconds } }))).toEqual([])
    expect(generatorSaturated(summaryFixture({ thread: { seconds: drain } }))).toEqual([])
  })

  test('the stretch is the longest of several', () => {
    const seconds = threadSeconds([4, busy], [10, {}], [6, busy], [10, {}])
    expect(generatorSaturated(runOf(seconds))[0]?.text).toContain('from 14 s to 20 s')
  })

  test('a stretch is found exactly where some window of the needed length has a mean above the cut-off', () => {
    const values = fc.array(fc.integer({ min: 0, max: 10 }), { minLength: 4, maxLength: 40 })
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 9 }), (given, cutOff) => {
        const seconds = given.map((value, index) => ({ at: index + 1, length: 1, value }))
        const summary = summaryFixture({ scenarios: [scenarioFixture({ duration: given.length })] })
        const needed = Math.ceil(Math.max(sustainedSeconds, given.length * sustainedShare) - 0.05)
        const sums = given.slice(needed - 1).map((_, first) => given.slice(first, first + needed).reduce((sum, value) => sum + value, 0))
        const found = findSustained(seconds, summary, ({ value }) => value, cutOff)
        expect(found !== null).toBe(sums.some((sum) => sum > cutOff * needed))
        expect(found === null || (given[found.from] ?? 0) > cutOff).toBe(true)
      }),
    )
  })
})

describe('CPUs that are used up for a part of the run', () => {
  test('CPUs used up by target and generator for a part of the run make both suspect, not by their mean alone', () => {
    const full = { generatorCpu: 0.9, targetCpu: 1, hostCpu: 1.95 }
    expect(sharedCores(summaryFixture({ resources: samples([20, {}], [10, full]) }))).toEqual([
      {
        rule: 'shared-cores',
        level: 'suspect',
        text: 'target and generator share 2 CPUs and used 1.9 from 20 s to 30 s: on a machine of its own the target may respond faster',
      },
    ])
    const of = (used: number): number =>
      sharedCores(summaryFixture({ resources: samples([20, {}], [10, { generatorCpu: 0.5, targetCpu: used - 0.5 }]) })).length
    expect([of(2 * sharedCpu), of(2 * sharedCpu + 0.01)]).toEqual([0, 1])
  })

  test('CPUs used up by others for a part of the run are named with the seconds', () => {
    const crowded = { generatorCpu: 0.3, targetCpu: 0.3, hostCpu: 2 }
    expect(busyMachine(summaryFixture({ resources: samples([20, {}], [10, crowded]) }))).toEqual([
      {
        rule: 'busy-machine',
        level: 'suspect',
        text: 'other processes used 1.4 of 2 CPUs from 20 s to 30 s, more than target and generator: repeat the test on an idle machine',
      },
    ])
    expect(busyMachine(summaryFixture({ resources: samples([28, {}], [2, crowded]) }))).toEqual([])
  })

  test('CPUs used up by the hypervisor for a part of the run are blamed on no process', () => {
    const stolen = { generatorCpu: 0.3, targetCpu: 0.3, hostCpu: 2, disturbance: { ...resourceFixture().disturbance, stolenCpu: 1.3 } }
    expect(busyMachine(summaryFixture({ resources: samples([20, {}], [10, stolen]) }))).toEqual([])
    expect(
      busyMachine(summaryFixture({ resources: samples([30, stolen]), hostCpu: 2, target: { cpu: 0.3 }, generator: { cpu: 0.3 } })),
    ).toEqual([])
  })
})
