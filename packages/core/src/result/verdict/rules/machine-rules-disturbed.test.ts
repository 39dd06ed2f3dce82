import { describe, expect, test } from 'vitest'
import type { Disturbance } from '../../summary/generator-summary.ts'
import { clockResolution, disturbedSecond, disturbedTimes } from '../disturbed-seconds.ts'
import { dominantDisturbance, effectiveDisturbance, machineDisturbed, notableDisturbance } from './machine-rules.ts'
import { sustainedSeconds } from '../stretches.ts'
import type { Reason } from '../verdict.ts'
import { resourceFixture } from '../../../../test/result/verdict/machine-fixture.ts'
import { scenarioFixture, seriesFixture, summaryFixture } from '../../../../test/result/verdict/summary-fixture.ts'

/** A run of a number of seconds, some of which were disturbed, and had response times of their own. */
function judgeRun(
  duration: number,
  disturbed: readonly number[],
  what: Partial<Disturbance>,
  times: number | readonly [p50: number, p99: number] = 12,
): readonly Reason[] {
  const [p50, p99] = typeof times === 'number' ? [10, times] : times
  const isIn = (second: number): boolean => disturbed.includes(second)
  const quiet = resourceFixture().disturbance
  const resources = Array.from({ length: duration }, (_, second) =>
    resourceFixture({ at: second + 1, disturbance: isIn(second) ? { ...quiet, ...what } : quiet }),
  )
  const series = seriesFixture(Array.from({ length: duration }, () => 1000)).map((second) =>
    isIn(second.at) ? { ...second, p50, p99 } : second,
  )
  return machineDisturbed(summaryFixture({ resources, scenarios: [scenarioFixture({ duration, series })] }))
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index)

describe('a machine that disturbs a run', () => {
  test('a machine that disturbs nothing gives no reason', () => {
    expect(judgeRun(30, [], {})).toEqual([])
    expect(judgeRun(30, range(0, 30), { stolen: disturbedSecond, throttled: disturbedSecond })).toEqual([])
    expect(judgeRun(30, range(0, 30), { stolen: null, stolenCpu: null, throttled: null })).toEqual([])
  })

  test('a disturbing machine is reported with the cause, the length, the time and the effect on the figures', () => {
    const text =
      'the hypervisor took 18 % of the CPU time in 12 of 30 s (from 10 s to 22 s); the p99 of these seconds is 84.5 ms, and of the others 12 ms (medians)'
    const advice = ': repeat the test on a machine that is not shared, or not limited'
    expect(judgeRun(30, range(10, 22), { stolen: 0.18 }, 84.5)).toEqual([
      { rule: 'machine-disturbed', level: 'suspect', text: `${text}${advice}` },
    ])
    const gross = ': half of the responses were slower then than 99 of 100 at other times'
    expect(judgeRun(30, range(10, 22), { stolen: 0.18 }, [12, 84.5])).toEqual([
      { rule: 'machine-disturbed', level: 'invalid', text: `${text}${gross}${advice}` },
    ])
  })

  test.each<[string, Partial<Disturbance>]>([
    ['the hypervisor took 20 % of the CPU time', { stolen: 0.2 }],
    ['the control group had used up its CPU quota and stood still in 40 % of its periods', { throttled: 0.4 }],
    ['something waited for memory 30 % of the time', { pressure: { cpu: 0.9, memory: 0.3, io: 0.9 } }],
    ['something waited for memory 30 % of the time', { groupPressure: { cpu: null, memory: 0.3, io: null } }],
    ['the machine was suspended for 60 s', { suspended: 60 }],
  ])('does so in one of these ways: %s', (text, what) => {
    expect(judgeRun(30, [7], what)[0]?.text).toContain(`${text} in 1 of 30 s (from 7 s to 8 s)`)
  })

  test('tasks that wait for CPUs or disks are no disturbance: a load test causes these', () => {
    expect(judgeRun(30, range(0, 30), { pressure: { cpu: 1, memory: 0, io: 1 } })).toEqual([])
  })

  test('a disturbing machine makes the result suspect above a share of the run, if for long enough', () => {
    const of = (duration: number, seconds: number): string | undefined => judgeRun(duration, range(0, seconds), { stolen: 0.06 })[0]?.level
    expect([of(100, 100 * notableDisturbance), of(100, 100 * notableDisturbance + 1)]).toEqual(['note', 'suspect'])
    expect([of(5, sustainedSeconds - 1), of(5, sustainedSeconds)]).toEqual(['note', 'suspect'])
  })

  test('a disturbing machine makes the result suspect above a smaller share where response times were longer then', () => {
    const of = (seconds: number, p99: number): string | undefined => judgeRun(400, range(0, seconds), { stolen: 0.06 }, p99)[0]?.level
    expect([of(400 * effectiveDisturbance, 99), of(400 * effectiveDisturbance + 1, 99)]).toEqual(['note', 'suspect'])
    expect([of(20, 12 * disturbedTimes - 0.01), of(20, 12 * disturbedTimes)]).toEqual(['note', 'suspect'])
  })

  test('a disturbing machine does not make the result invalid by a tail that is twice as long', () => {
    const [reason] = judgeRun(30, range(0, 15), { stolen: 0.07 }, [11, 24])
    expect(reason?.level).toBe('suspect')
  })

  test('a disturbing machine makes the result invalid by a larger share with other typical times, or by CPU withheld over the whole run', () => {
    const of = (seconds: number): string | undefined => judgeRun(100, range(0, seconds), { stolen: 0.06 }, [12, 99])[0]?.level
    expect([of(100 * notableDisturbance), of(100 * notableDisturbance + 1)]).toEqual(['suspect', 'invalid'])
    expect(judgeRun(100, range(0, 50), { stolen: 0.06 }, [11.9, 99])[0]?.level).toBe('suspect')
    const withheld = (share: number): string | undefined => judgeRun(30, range(0, 30), { throttled: share })[0]?.level
    expect([withheld(dominantDisturbance), withheld(dominantDisturbance + 0.01)]).toEqual(['suspect', 'invalid'])
  })

  test('a disturbing machine makes a very short run suspect where it withheld as much all the time', () => {
    const levelOf = (duration: number, disturbed: number, stolen: number): string | undefined =>
      judgeRun(duration, range(0, disturbed), { stolen })[0]?.level
    expect(levelOf(2, 2, dominantDisturbance + 0.1)).toBe('suspect')
    expect([levelOf(2, 2, dominantDisturbance), levelOf(30, 2, 0.9)]).toEqual(['note', 'note'])
  })

  test('a machine that was suspended makes the result suspect', () => {
    expect(judgeRun(300, [7], { suspended: 2 })[0]?.level).toBe('suspect')
  })

  test('a wall clock that jumped either way is a note', () => {
    expect(judgeRun(30, [7], { clockJump: clockResolution })).toEqual([])
    expect(judgeRun(30, [7], { clockJump: -3600 })).toEqual([
      {
        rule: 'machine-disturbed',
        level: 'note',
        text: 'the wall clock jumped by -3,600 s (from 7 s to 8 s): no figure of this result is timed by it, but what the target or a journey timed may be',
      },
    ])
  })

  test('a disturbing machine has its first few times named, and the others counted', () => {
    expect(judgeRun(30, [1, 4, 7, 10, 13], { stolen: 0.2 })[0]?.text).toContain(
      '(from 1 s to 2 s, from 4 s to 5 s, from 7 s to 8 s, and 2 times more)',
    )
    expect(judgeRun(30, [1, 4, 7, 10], { stolen: 0.2 })[0]?.text).toContain('from 7 s to 8 s, and once more)')
  })

  test('a disturbance lasts no longer than the run phase, even where its last second was seen late', () => {
    const { disturbance } = resourceFixture()
    const resources = [1.07, 2.1, 3.2].map((at) => resourceFixture({ at, length: 1.05, disturbance: { ...disturbance, stolen: 0.3 } }))
    const [reason] = machineDisturbed(summaryFixture({ resources, scenarios: [scenarioFixture({ duration: 3 })] }))
    expect(reason?.text).toContain(
      'the hypervisor took 30 % of the CPU time in 3 of 3 s (from 0.02 s to 3 s): repeat the test on a machine that is not shared, or not limited',
    )
  })

  test('a disturbance in the warm-up or the drain is not judged', () => {
    const disturbance = { ...resourceFixture().disturbance, stolen: 0.5 }
    const resources = [-2, -1, 0, 40, 41, 42].map((at) => resourceFixture({ at, disturbance }))
    expect(machineDisturbed(summaryFixture({ resources }))).toEqual([])
  })
})
