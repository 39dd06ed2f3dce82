import { describe, expect, test } from 'vitest'
import type { Interruption, TestSummary } from '../../summary/test-summary.ts'
import { fewSamples, shortRun, shortRunSeconds } from './sample-rules.ts'
import { generatorInCallingThread } from './generator-rules.ts'
import { interrupted } from './integrity-rules.ts'
import { noPipelining } from './connection-rules.ts'
import { targetFailed, tlsUnverified } from './target-rules.ts'
import type { Reason } from '../verdict.ts'
import {
  connectionsFixture,
  noTimesFixture,
  scenarioFixture,
  seriesFixture,
  summaryFixture,
  timesFixture,
  usersFixture,
  pluginRequestsFixture,
} from '../../../../test/result/verdict/summary-fixture.ts'
import { unfinishedFixture } from '../../../../test/result/verdict/unfinished-fixture.ts'
import { noConnections } from '../../../measure/recorder/snapshot.ts'

const judgeCount = (count: number): readonly Reason[] =>
  fewSamples(summaryFixture({ scenarios: [scenarioFixture({ responseTime: timesFixture({ count }) })] }))

const judgeClosed = (pipelinedAfterClose: number, least = 1, most = least): readonly Reason[] => {
  const connections = { ...noConnections(), opened: 9, pipelinedAfterClose, responsesBeforeClose: { least, most } }
  return noPipelining(summaryFixture({ scenarios: [scenarioFixture({ connections })] }))
}

const judgeInterruption = (cause: Interruption['cause'], at = 3.21): Reason | undefined =>
  interrupted(summaryFixture({ interrupted: { cause, reason: 'SIGINT', at } }))[0]

const judgeDuration = (duration: number): readonly Reason[] => shortRun(summaryFixture({ scenarios: [scenarioFixture({ duration })] }))

describe('percentiles without enough samples', () => {
  test('percentiles without enough samples are listed with the number they need', () => {
    expect(judgeCount(10_000)).toEqual([])
    expect(judgeCount(9999)[0]?.text).toBe('p99.9 needs 10,000 samples; there are 9,999')
    expect(judgeCount(312)).toEqual([
      {
        rule: 'few-samples',
        level: 'note',
        text: 'p99.9 needs 10,000, p99 needs 1,000, p2.5 needs 400 samples, and others fewer; there are 312',
      },
    ])
  })

  test('percentiles with requests cut off count their samples in effect, and name that number where it differs', () => {
    const bounds = { count: 3, shortest: 1, mean: 1, longest: 1, lowerBounds: ['max'] } as const
    const judgeWorth = (samples: Parameters<typeof unfinishedFixture>[1], cutOff = 3): string | undefined => {
      const responseTime = timesFixture({ count: 9999, unfinished: unfinishedFixture({ ...bounds, count: cutOff }, samples) })
      return fewSamples(summaryFixture({ scenarios: [scenarioFixture({ responseTime })] }))[0]?.text
    }
    expect(judgeWorth({ p99_9: 10_000 })).toBeUndefined()
    expect(judgeWorth({ p99_9: 9999 })).toBe('p99.9 needs 10,000 samples; there are 9,999 and 3 cut off')
    expect(judgeWorth({ p99_9: 8120 })).toBe('p99.9 needs 10,000 samples; there are 8,120 in effect, as 3 requests were cut off')
    expect(judgeWorth({ p99_9: 1 }, 1)).toBe('p99.9 needs 10,000 samples; there is 1 in effect, as 1 request was cut off')
    expect(judgeWorth({ p99_9: 640, p99: 900 }, 9400)).toBe(
      'p99.9 needs 10,000, p99 needs 1,000 samples; there are 640 and 900 in effect, as 9,400 requests were cut off',
    )
  })

  test('percentiles of a plugin are counted in the same way, with its name', () => {
    const responseTime = timesFixture({
      count: 9999,
      unfinished: unfinishedFixture({ count: 3, shortest: 1, mean: 1, longest: 1, lowerBounds: [] }, { p99_9: 8120 }),
    })
    const scenario = scenarioFixture({
      users: usersFixture({ pluginRequests: [pluginRequestsFixture({ ok: 9999, aborted: 3 }, { responseTime })] }),
    })
    expect(fewSamples(summaryFixture({ scenarios: [scenario] })).at(-1)?.text).toBe(
      'p99.9 needs 10,000 samples; there are 8,120 in effect, as 3 requests of redis were cut off',
    )
  })

  test('percentiles without enough samples are not listed where nothing was measured', () => {
    expect(fewSamples(summaryFixture({ scenarios: [scenarioFixture({ responseTime: noTimesFixture() })] }))).toEqual([])
  })

  test('percentiles without enough samples are listed by scenario', () => {
    const scenarios = [scenarioFixture({ responseTime: timesFixture({ count: 5000 }) }), scenarioFixture({ name: 'writes' })]
    expect(fewSamples(summaryFixture({ scenarios })).map(({ text }) => text)).toEqual([
      'reads: p99.9 needs 10,000 samples; there are 5,000',
    ])
  })
})

describe('a target that closes behind a response', () => {
  test('a target that closes behind a response makes the result suspect from the first time on', () => {
    expect(judgeClosed(0)).toEqual([])
    expect(judgeClosed(1)[0]?.level).toBe('suspect')
    expect(judgeClosed(1200)[0]?.text).toBe(
      'the target closes after a response and does not pipeline: 1,200 requests sent behind a response with Connection: close were lost',
    )
  })

  test('a limit to the responses of a connection is told from a target that closes, with the limit and what avoids it', () => {
    const remedy = (least: number): string =>
      `; --reconnect-after ${least} (reconnectAfter) closes them before it does, or raise the limit of the target (nginx: keepalive_requests)`
    expect(judgeClosed(90, 1000)[0]).toEqual({
      rule: 'no-pipelining',
      level: 'suspect',
      text: `the target pipelines, and closes each connection after 1,000 responses, as by a keep-alive limit: 90 requests sent behind a response with Connection: close were lost${remedy(1000)}`,
    })
    expect(judgeClosed(9, 990, 1000)[0]?.text).toMatch(/^the target pipelines, and closes each connection after 990 to 1,000 responses/)
    expect(judgeClosed(9, 990, 1000)[0]?.text).toContain(remedy(990))
  })
})

describe('a test that ended early', () => {
  test('a test that ended early is suspect where the counts hold, and invalid where a worker was lost with them', () => {
    expect(judgeInterruption('signal')).toEqual({
      rule: 'interrupted',
      level: 'suspect',
      text: 'the result is partial: the test was interrupted after 3.21 s (SIGINT)',
    })
    const reason = 'interrupted by SIGINT'
    expect(interrupted(summaryFixture({ interrupted: { cause: 'signal', reason, at: 3.2 } }))[0]?.text).toBe(
      'the result is partial: the test was interrupted by SIGINT after 3.2 s',
    )
    expect(judgeInterruption('bailout')?.level).toBe('suspect')
    expect(judgeInterruption('target')?.level).toBe('suspect')
    expect(judgeInterruption('worker')?.level).toBe('invalid')
  })

  test('a test that ended before it started anything is invalid, unless somebody interrupted it', () => {
    const levelOf = (cause: Interruption['cause']): string | undefined => {
      const { counts, ...scenario } = scenarioFixture()
      const nothing = { ...scenario, counts: { ...counts, started: 0 } }
      return interrupted(summaryFixture({ scenarios: [nothing], interrupted: { cause, reason: 'x', at: 0 } }))[0]?.level
    }
    expect([levelOf('target'), levelOf('setup'), levelOf('signal')]).toEqual(['invalid', 'invalid', 'suspect'])
  })

  test('a test that ended because of a threshold or a rate says so', () => {
    const judgeCause = (cause: Interruption['cause'], reason: string): Reason | undefined =>
      interrupted(summaryFixture({ interrupted: { cause, reason, at: 12 } }))[0]
    expect(judgeCause('threshold', 'http_failed: rate < 1%, was 3 %')).toEqual({
      rule: 'interrupted',
      level: 'suspect',
      text: 'the result is partial: a threshold with abortOnFail had failed after 12 s (http_failed: rate < 1%, was 3 %)',
    })
    expect(judgeCause('rate', '41/s of 50/s')).toEqual({
      rule: 'interrupted',
      level: 'suspect',
      text: 'the result is partial: fewer iterations were started than abortIfRateBelow asks for after 12 s (41/s of 50/s)',
    })
  })

  test('a test may have ended in the warm-up, or before it', () => {
    const workload = connectionsFixture({ warmup: 5 })
    const judgeMoment = (at: number): string | undefined =>
      interrupted(summaryFixture({ scenarios: [scenarioFixture({ workload })], interrupted: { cause: 'signal', reason: 'SIGINT', at } }))[0]
        ?.text
    expect(judgeMoment(-0.5)).toContain('interrupted in the warm-up (')
    expect(judgeMoment(-5)).toContain('interrupted before the run phase (')
    expect(judgeInterruption('signal', -0.5)?.text).toContain('interrupted before the run phase (')
    expect(judgeInterruption('signal', 0)?.text).toContain('interrupted before the run phase (')
  })

  test('a test that ran to its end is not called partial', () => {
    expect(interrupted(summaryFixture())).toEqual([])
  })
})

describe('a target that failed', () => {
  const failed = { at: 12.3, reason: 'exit code 1' }

  test('a target that failed makes the result invalid where the load continued without it', () => {
    expect(targetFailed(summaryFixture({ target: { failed } }))).toEqual([
      {
        rule: 'target-failed',
        level: 'invalid',
        text: 'the target failed after 12.3 s (exit code 1), and the load went on: throughput and response times are not those of a running target',
      },
    ])
  })

  test('a target that failed and so stopped the test is reported as the interruption', () => {
    const summary = summaryFixture({ target: { failed }, interrupted: { cause: 'target', ...failed } })
    expect(targetFailed(summary)).toEqual([])
    expect(interrupted(summary)[0]?.text).toContain('the result is partial: the target failed after 12.3 s (exit code 1)')
  })

  test('a target failed when it was first away, not when that was certain', () => {
    const lost = { at: 6.1, reason: 'every connection was refused for 3 s' }
    const away = (from: number, to: number | null = null): Partial<TestSummary> => ({
      target: { ...summaryFixture().target, failed: lost },
      absences: [{ from, to, broken: 4, refused: 12 }],
    })
    const partial = (from: number, to?: number): string | undefined =>
      interrupted(summaryFixture({ ...away(from, to), interrupted: { cause: 'target', ...lost } }))[0]?.text
    expect(partial(2.61)).toBe(
      'the result is partial: the target failed: it was away from 2.61 s on, which was certain after 6.1 s (every connection was refused for 3 s)',
    )
    expect(partial(-0.5)).toContain('it was away since before the run phase, which was certain after 6.1 s (')
    for (const text of [partial(5.5), partial(2.61, 3)]) expect(text).toContain('the target failed after 6.1 s (')
    expect(targetFailed(summaryFixture(away(2.61)))[0]?.text).toMatch(
      /^the target failed: it was away from 2\.61 s on, .* and the load went on: /,
    )
  })

  test('a target that failed while the test was being stopped for another reason makes the result suspect only', () => {
    const reasons = targetFailed(summaryFixture({ target: { failed }, interrupted: { cause: 'signal', reason: 'SIGINT', at: 12.3 } }))
    expect(reasons).toEqual([
      { rule: 'target-failed', level: 'suspect', text: 'the target failed while the test was being stopped (exit code 1)' },
    ])
  })

  test('a target that lived has not failed', () => {
    expect(targetFailed(summaryFixture())).toEqual([])
  })
})

describe('notes on the circumstances', () => {
  test('a certificate that was not verified is a note', () => {
    expect(tlsUnverified(summaryFixture())).toEqual([])
    expect(tlsUnverified(summaryFixture({ target: { tls: { verified: true, protocol: 'TLSv1.3' } } }))).toEqual([])
    expect(tlsUnverified(summaryFixture({ target: { tls: { verified: false, protocol: 'TLSv1.3' } } }))[0]?.level).toBe('note')
  })

  test('a generator in the calling thread is a note', () => {
    expect(generatorInCallingThread(summaryFixture())).toEqual([])
    expect(generatorInCallingThread(summaryFixture({ generator: { inCallingThread: true } }))[0]?.level).toBe('note')
  })

  test('a run phase below the cut-off is a note', () => {
    expect(judgeDuration(shortRunSeconds)).toEqual([])
    expect(judgeDuration(shortRunSeconds - 0.01)).toMatchObject([
      { level: 'suspect', text: expect.stringMatching(/^the run phase lasted 0.99 s, without a complete second:/) as string },
    ])
    expect(judgeDuration(0.012)).toMatchObject([{ level: 'suspect' }])
    const partly = scenarioFixture({ duration: 1.2, series: seriesFixture([100, 20], 0.2).map((second) => ({ ...second, length: 0.6 })) })
    expect(shortRun(summaryFixture({ scenarios: [partly] }))).toMatchObject([{ rule: 'short-run', level: 'suspect' }])
  })

  test('the start of the target is a note in a short run for which it was started', () => {
    const scenarios = [scenarioFixture({ duration: 0.5 })]
    const [started] = shortRun(summaryFixture({ scenarios, target: { kind: 'command' } }))
    const [running] = shortRun(summaryFixture({ scenarios, target: { kind: 'url' } }))
    expect(started?.text).toContain(': the start of target and generator is a large part of the figures')
    expect(running?.text).toContain(': the start of the generator is a large part of the figures')
  })
})
