import { describe, expect, test } from 'vitest'
import { distortingStall, generatorStalled, notableStall, stallResolution } from './generator-rules.ts'
import { saturatedUtilization } from '../busy-cpus.ts'
import type { Reason } from '../verdict.ts'
import type { SummaryParts } from '../../../../test/result/verdict/summary-fixture.ts'
import { scenarioFixture, summaryFixture } from '../../../../test/result/verdict/summary-fixture.ts'

/** Judges a thread that stood still for `max` milliseconds in a run phase of `duration` seconds. */
function judgeStall(max: number, duration = 30, parts: SummaryParts = {}): readonly Reason[] {
  const thread = { loopDelay: { p50: 0.1, p99: 0.3, max }, ...parts.thread }
  return generatorStalled(summaryFixture({ scenarios: [scenarioFixture({ duration })], ...parts, thread }))
}

describe('a load thread that stood still', () => {
  test('a load thread that stood still is a note above a share of the run phase', () => {
    expect(judgeStall(30_000 * notableStall)).toEqual([])
    expect(judgeStall(30_000 * notableStall + 1)).toMatchObject([{ rule: 'generator-stalled', level: 'note' }])
  })

  test('a load thread that stood still makes the result suspect above a larger share, and the reason names the time', () => {
    expect(judgeStall(2000 * distortingStall, 2)).toMatchObject([{ level: 'note' }])
    expect(judgeStall(500, 2)).toEqual([
      {
        rule: 'generator-stalled',
        level: 'suspect',
        text: 'worker 0 could do nothing for 500 ms, 25 % of the run phase: what was due or came meanwhile is late by up to that, which the target did not cause',
      },
    ])
  })

  test('a load thread that stood still is at most a note in a run phase that is mostly its start', () => {
    expect(judgeStall(200, 0.4)).toMatchObject([{ level: 'note' }])
  })

  test('a pause that every event loop has is no load thread that stood still', () => {
    expect(judgeStall(stallResolution, 0.1)).toEqual([])
  })

  test('the thread that stood still may be the calling thread', () => {
    const [reason] = judgeStall(500, 2, { generator: { inCallingThread: true } })
    expect(reason?.text).toMatch(/^the calling thread could do nothing for /)
  })

  test('a load thread that died, or was busy all the time, is left to other rules', () => {
    expect(judgeStall(500, 2, { thread: { lost: { at: 1, reason: 'out of memory' } } })).toEqual([])
    expect(judgeStall(500, 2, { thread: { utilization: saturatedUtilization + 0.01 } })).toEqual([])
  })
})
