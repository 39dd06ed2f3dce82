import { describe, expect, test } from 'vitest'
import { describeFound } from './search.ts'
import type { FoundStep, TestResult } from '../../result/shape/result.ts'
import { judgeStep } from './judge-step.ts'
import { judge } from '../../result/verdict/judge.ts'
import { limitedBy } from '../../result/verdict/limited-by.ts'
import {
  countsFixture,
  iterationsFixture,
  pluginRequestsFixture,
  rateScenarioFixture,
  seriesFixture,
  summaryFixture,
  usersFixture,
  type SummaryParts,
} from '../../../test/result/verdict/summary-fixture.ts'

const held = {
  selector: 'http_response_time',
  condition: 'p99 < 50ms',
  passed: true,
  inconclusive: null,
  actual: 12,
  interval: null,
  text: 'p99 was 12 ms (n=30,000)',
  aborted: false,
}

/** A step of 1,000/s that passes, except for the given parts. */
function step(parts: SummaryParts = {}): TestResult {
  const summary = summaryFixture({ scenarios: [rateScenarioFixture()], thresholds: [held], ...parts })
  return { ...summary, verdict: judge(summary), limitedBy: limitedBy(summary) }
}

function rateScenario(dropped: number, aborted: number): TestResult['scenarios'][number] {
  const completed = 30_000 - dropped - aborted
  return rateScenarioFixture({
    counts: countsFixture({ ok: completed, aborted }, dropped),
    users: usersFixture({ iterations: iterationsFixture({ completed, aborted, dropped }) }),
  })
}

describe('a step', () => {
  test('a step fails when requests of plugins have no response at its end, as with HTTP', () => {
    const scenario = rateScenario(0, 0)
    const pluginRequests = [pluginRequestsFixture({ ok: 29_900, aborted: 100 })]
    const left = { ...scenario, counts: countsFixture({}), users: usersFixture({ ...scenario.users, pluginRequests }) }
    expect(judgeStep(step({ scenarios: [left] }), 'reads')).toMatchObject({
      failed: 'rate',
      reason: '100 of 30,000 were still under way at the end',
    })
  })

  test('a step passes with the figures of its conditions', () => {
    expect(judgeStep(step(), 'reads')).toMatchObject({ failed: null, reason: 'http_response_time: p99 was 12 ms (n=30,000)' })
  })

  test('a step fails when a condition does not hold', () => {
    const broken = { ...held, passed: false, text: 'p99 was 80 ms (n=30,000)' }
    expect(judgeStep(step({ thresholds: [broken] }), 'reads')).toMatchObject({
      failed: 'slo',
      reason: 'http_response_time p99 < 50ms failed: p99 was 80 ms (n=30,000)',
    })
  })

  test('a step with too few samples decides nothing, and reports the factor by which it needs more', () => {
    const few = { ...held, passed: false, inconclusive: { cause: 'few-samples', times: 3.4 } as const, text: 'p99 was 12 ms (n=295)' }
    expect(judgeStep(step({ thresholds: [few] }), 'reads')).toEqual({
      failed: 'samples',
      reason: 'http_response_time p99 < 50ms: p99 was 12 ms (n=295)',
      times: 3.4,
    })
    expect(
      judgeStep(step({ thresholds: [few, { ...few, inconclusive: { cause: 'few-samples', times: null } }] }), 'reads').times,
    ).toBeNull()
    const broken = { ...held, passed: false }
    expect(judgeStep(step({ thresholds: [few, broken] }), 'reads').failed).toBe('slo')
    expect(judgeStep(step({ thresholds: [{ ...few, inconclusive: { cause: 'generator', times: null } }] }), 'reads').failed).toBe(
      'generator',
    )
  })

  test('a run that is to confirm a rate fails when response times rise in it, whatever its conditions', () => {
    const rising = (milliseconds: number): TestResult =>
      step({
        scenarios: [
          rateScenarioFixture({
            series: seriesFixture(Array.from({ length: 30 }, () => 1000)).map((second) => ({
              ...second,
              p50: 10 + milliseconds * second.at,
            })),
          }),
        ],
      })
    expect(judgeStep(rising(10), 'reads', true)).toMatchObject({
      failed: 'rate',
      reason: expect.stringContaining('rose by 10 ms each second of 30') as string,
    })
    expect([
      judgeStep(rising(10), 'reads').failed,
      judgeStep(rising(4), 'reads', true).failed,
      judgeStep(rising(-9), 'reads', true).failed,
    ]).toEqual([null, null, null])
  })

  test('a step fails when more than 0.1 % of its iterations were dropped or have no response', () => {
    expect(judgeStep(step({ scenarios: [rateScenario(20, 10)] }), 'reads').failed).toBeNull()
    expect(judgeStep(step({ scenarios: [rateScenario(31, 0)] }), 'reads')).toMatchObject({
      failed: 'rate',
      reason: '31 of 30,000 iterations were dropped, because no user was free',
    })
    expect(judgeStep(step({ scenarios: [rateScenario(0, 31)] }), 'reads')).toMatchObject({
      failed: 'rate',
      reason: '31 of 30,000 were still under way at the end',
    })
  })

  test('a step fails because of a generator that could not keep up, before any other reason', () => {
    const saturated = step({ thread: { utilization: 0.99, cpu: 0.99 }, thresholds: [{ ...held, passed: false }] })
    expect(judgeStep(saturated, 'reads')).toMatchObject({ failed: 'generator' })
    const users = usersFixture({ iterations: iterationsFixture({ completed: 29_000 }) })
    const late = step({ scenarios: [rateScenarioFixture({ counts: countsFixture({ ok: 29_000 }), users })] })
    expect(judgeStep(late, 'reads')).toMatchObject({
      failed: 'generator',
      reason: expect.stringMatching(/^the generator did not get to [\d,]+ of [\d,]+ iterations$/) as string,
    })
  })

  test('a step fails because of a target that died', () => {
    expect(judgeStep(step({ target: { failed: { at: 3, reason: 'the target exited' } } }), 'reads')).toMatchObject({
      failed: 'target',
      reason: 'the target exited',
    })
  })

  test('a step fails when its result cannot be believed for another reason', () => {
    const ended = { cause: 'bailout', reason: '100 requests failed', at: 3 } as const
    expect(judgeStep(step({ interrupted: ended }), 'reads')).toMatchObject({
      failed: 'invalid',
      reason: 'ended early: 100 requests failed',
    })
  })
})

describe('what was found', () => {
  const bounds = { start: 100, least: 1, most: 1000, tolerance: 0.05, mostSteps: 40 }
  const run = (value: number, failed: FoundStep['failed'], repeat = 1): FoundStep => {
    return { value, repeat, passed: failed === null, failed, reason: failed === null ? 'p99 was 12 ms' : `because of the ${failed}` }
  }
  const closed = (failed: FoundStep['failed']): FoundStep[] => [
    run(500, null),
    run(520, failed),
    run(520, failed, 2),
    { ...run(500, null, 2), confirming: 25 },
  ]

  test('a search reports the highest rate that passed, how certain it is, and why the next rate failed', () => {
    expect(describeFound({ steps: closed('slo'), slo: ['x'], bounds, end: undefined })).toMatchObject({
      value: 500,
      failedAt: 520,
      limitedBy: { by: 'slo', text: 'at 520/s because of the slo' },
      confidence: '500/s passed in 2 of 2 runs, confirmed over 25 s, 520/s failed in 2 of 2 runs, they are 4 % apart',
      complete: true,
    })
  })

  test('a search reports the generator when that ended it, and not the target', () => {
    const found = describeFound({ steps: closed('generator'), slo: [], bounds, end: undefined })
    expect(found.limitedBy).toEqual({
      by: 'generator',
      text: 'the generator, not the target, ended the search at 520/s: because of the generator',
    })
  })

  test('a search is less certain of a target that died, and after an interruption', () => {
    const died = describeFound({ steps: [run(500, null), run(1000, 'target')], slo: [], bounds, end: 'target' })
    expect(died).toMatchObject({
      value: 500,
      complete: false,
      limitedBy: { by: 'target', text: 'the target failed at 1000/s: because of the target' },
    })
    expect(died.confidence).toMatch(/^low: the target failed, which ended the search; 500\/s passed in 1 of 1 run/)
    const cut = describeFound({ steps: [], slo: [], bounds, end: 'interrupted' })
    expect(cut).toMatchObject({ value: null, failedAt: null, complete: false, confidence: 'none: the search was interrupted after 0 runs' })
    expect(cut.limitedBy).toEqual({ by: 'nothing', text: 'nothing yet, as no rate failed' })
  })
})
