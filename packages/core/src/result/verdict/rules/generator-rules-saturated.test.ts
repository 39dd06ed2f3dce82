import { describe, expect, test } from 'vitest'
import type { ThreadSummary } from '../../summary/generator-summary.ts'
import { delayResolution, distortingDelay, saturatedCpu, saturatedUtilization, saturationSeconds } from '../busy-cpus.ts'
import { generatorSaturated } from './generator-rules.ts'
import type { Reason } from '../verdict.ts'
import {
  rateScenarioFixture,
  scenarioFixture,
  summaryFixture,
  threadFixture,
  timesFixture,
  usersScenarioFixture,
} from '../../../../test/result/verdict/summary-fixture.ts'

const late = (p99: number): ThreadSummary['loopDelay'] => ({ p50: p99 / 2, p99, max: p99 * 2 })

function judgeThread(thread: Partial<ThreadSummary>, p50: number | null = 100): readonly Reason[] {
  return generatorSaturated(summaryFixture({ thread, scenarios: [scenarioFixture({ responseTime: timesFixture({ p50 }) })] }))
}

describe('a saturated generator', () => {
  test('a generator is saturated whose event loop was busy for more than the cut-off', () => {
    expect(judgeThread({ utilization: saturatedUtilization })).toEqual([])
    expect(judgeThread({ utilization: saturatedUtilization + 0.01 })).toEqual([
      {
        rule: 'generator-saturated',
        level: 'suspect',
        text: 'worker 0 was busy 91 % of the time: the target may be faster than this; use more workers',
      },
    ])
  })

  test('a saturated generator is invalid in an open model, whose iterations it started late', () => {
    const scenarios = [scenarioFixture(), rateScenarioFixture({ name: 'writes' })]
    expect(generatorSaturated(summaryFixture({ scenarios, thread: { utilization: saturatedUtilization } }))).toEqual([])
    expect(generatorSaturated(summaryFixture({ scenarios, thread: { utilization: saturatedUtilization + 0.01 } }))).toEqual([
      {
        rule: 'generator-saturated',
        level: 'invalid',
        text: 'worker 0 was busy 91 % of the time: iterations started when it got to them, and not when they were due; use more workers',
      },
    ])
    const ofUsers = summaryFixture({ scenarios: [usersScenarioFixture()], thread: { utilization: 0.97 } })
    expect(generatorSaturated(ofUsers)[0]?.level).toBe('suspect')
  })

  test('a saturated generator is a note where the run phase was too short to tell it from its start', () => {
    const judgeRun = (duration: number): readonly Reason[] =>
      generatorSaturated(summaryFixture({ thread: { utilization: 0.93, loopDelay: late(50) }, scenarios: [scenarioFixture({ duration })] }))
    expect(judgeRun(saturationSeconds)[0]?.level).toBe('invalid')
    expect(judgeRun(saturationSeconds - 0.01)).toEqual([
      {
        rule: 'generator-saturated',
        level: 'note',
        text: 'worker 0 was busy 93 % of the time: in so short a run phase that is mostly its start',
      },
    ])
  })

  test('a generator is saturated that used more than the cut-off of a CPU', () => {
    expect(judgeThread({ cpu: saturatedCpu })).toEqual([])
    expect(judgeThread({ cpu: saturatedCpu + 0.01 })[0]?.text).toContain('used 96 % of a CPU')
  })

  test('a generator is judged without its CPU where that is unknown', () => {
    expect(judgeThread({ cpu: null })).toEqual([])
  })

  test('a saturated generator is invalid where its loop was late by more than the cut-off of the median response time', () => {
    expect(judgeThread({ utilization: 0.97, loopDelay: late(100 * distortingDelay) }, 100)[0]?.level).toBe('suspect')
    const [reason] = judgeThread({ utilization: 0.97, loopDelay: late(100 * distortingDelay + 0.1) }, 100)
    expect(reason?.level).toBe('invalid')
    expect(reason?.text).toContain('late by 10.1 ms (p99), more than 10 % of the median response time of 100 ms')
  })

  test('a saturated generator is not invalid for a lateness below the resolution of timers', () => {
    expect(judgeThread({ utilization: 0.97, loopDelay: late(delayResolution) }, 0.5)[0]?.level).toBe('suspect')
    expect(judgeThread({ utilization: 0.97, loopDelay: late(delayResolution + 0.1) }, 0.5)[0]?.level).toBe('invalid')
  })

  test('a late loop that had time to spare does not make a saturated generator', () => {
    expect(judgeThread({ utilization: 0.5, loopDelay: late(50) }, 10)).toEqual([])
  })

  test('a saturated generator is compared with the scenario whose responses were quickest', () => {
    const scenarios = [scenarioFixture(), scenarioFixture({ name: 'writes', responseTime: timesFixture({ p50: 500 }) })]
    expect(generatorSaturated(summaryFixture({ scenarios, thread: { utilization: 0.97, loopDelay: late(5) } }))[0]?.level).toBe('invalid')
  })

  test('a saturated generator remains suspect without any response time', () => {
    expect(judgeThread({ utilization: 0.97, loopDelay: late(50) }, null)[0]?.level).toBe('suspect')
  })

  test('a saturated generator names the threads that were busy and leaves out those that died', () => {
    const threads = [
      threadFixture(),
      threadFixture({ worker: 1, utilization: 0.98 }),
      threadFixture({ worker: 2, utilization: 1, lost: { at: 1, reason: 'x' } }),
    ]
    const [reason] = generatorSaturated(summaryFixture({ generator: { threads } }))
    expect(reason?.text).toContain('worker 1 was busy 98 %')
    expect(reason?.text).not.toMatch(/worker [02]/)
  })
})
