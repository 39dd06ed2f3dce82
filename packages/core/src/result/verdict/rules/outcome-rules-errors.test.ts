import { describe, expect, test } from 'vitest'
import type { OutcomeCounts } from '../../../model/metrics/outcome.ts'
import type { PluginRequestsSummary } from '../../summary/requests-summary.ts'
import { identity } from './integrity-rules.ts'
import { errors, noSuccess } from './outcome-rules.ts'
import type { Reason } from '../verdict.ts'
import {
  countsFixture,
  phaseFixture,
  pluginRequestsFixture,
  scenarioFixture,
  summaryFixture,
  timesFixture,
  usersFixture,
  usersScenarioFixture,
  limitText,
} from '../../../../test/result/verdict/summary-fixture.ts'

function judgeEnded(ended: Partial<OutcomeCounts>): readonly Reason[] {
  return errors(summaryFixture({ scenarios: [scenarioFixture({ counts: countsFixture(ended) })] }))
}

describe('failed requests', () => {
  test('failed requests that lack a client certificate come with advice', () => {
    const cause = {
      outcome: 'reset' as const,
      reason: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
      endpoint: 'GET /',
      count: 501,
      first: 0,
      last: 1,
    }
    const hint = 'the target asks for a client certificate: give tls.cert and tls.key (--cert, --key)'
    const judgeCause = (ok: number): string | undefined => {
      const scenarios = [scenarioFixture({ counts: countsFixture({ ok, reset: 501 }), errors: [cause] })]
      return [...noSuccess(summaryFixture({ scenarios })), ...errors(summaryFixture({ scenarios }))][0]?.text
    }
    expect(judgeCause(0)).toContain(`with reasons such as ${cause.reason}; ${hint}`)
    expect(judgeCause(9499)).toContain(hint)
  })

  test('failed requests are not mentioned up to one in a thousand', () => {
    expect(judgeEnded({ ok: 9991, reset: 9 })).toEqual([])
  })

  test('failed requests are a note above one in a thousand, with the percentile from which they may be hidden', () => {
    expect(judgeEnded({ ok: 9989, reset: 10, http_error: 1 })).toEqual([
      {
        rule: 'errors',
        level: 'note',
        text: '0.11 % of the requests failed (1 http_error, 10 reset of 10,000): all that lies beyond p99.89 may be requests that failed',
      },
    ])
  })

  test('failed requests are suspect above one in a hundred, timeouts above one in twenty', () => {
    expect(judgeEnded({ ok: 9501, timeout: 499 })[0]?.level).toBe('note')
    expect(judgeEnded({ ok: 9499, timeout: 501 })[0]?.level).toBe('suspect')
    const [reason] = judgeEnded({ ok: 9499, refused: 501 })
    expect(reason?.level).toBe('suspect')
    expect(reason?.text).toContain('nothing beyond p94.99 can be believed')
  })

  test.each(['check_failed', 'http_error', 'refused', 'reset', 'closed_early', 'protocol_error'] as const)(
    'failed requests are suspect above one in a hundred, whether they got a wrong response or none: %s',
    (outcome) => {
      expect(judgeEnded({ ok: 9900, [outcome]: 100 })[0]?.level).toBe('note')
      expect(judgeEnded({ ok: 9899, [outcome]: 101 })[0]?.level).toBe('suspect')
    },
  )

  test('failed requests do not include those the generator aborted', () => {
    expect(judgeEnded({ ok: 1000, aborted: 5000 })).toEqual([])
  })

  test('requests that timed out are said to be in the response times, however few they are', () => {
    expect(judgeEnded({ ok: 100_000, timeout: 1 })).toEqual([
      { rule: 'errors', level: 'note', text: 'the response times include 1 timeout, each as long as its timeout' },
    ])
    expect(judgeEnded({ ok: 900, timeout: 100 })[0]?.text).toBe(
      '10 % of the requests failed (100 timeout of 1,000): the response times include 100 timeouts, each as long as its timeout',
    )
    expect(judgeEnded({ ok: 900, timeout: 40, reset: 60 })[0]?.text).toMatch(
      /: the response times are those of the survivors, and nothing beyond p94 can be believed; the response times include 40 timeouts, each as long as its timeout$/,
    )
  })

  test('requests that timed out are suspect where a tenth of the time in flight was spent in timeouts, however few they are', () => {
    const judgeTimes = (ok: number): Reason | undefined => {
      // Ten connections that waited for 10 s, beside requests of 1 ms each.
      const serviceTime = timesFixture({ count: ok + 10, mean: (ok + 100_000) / (ok + 10), max: 10_000 })
      return errors(summaryFixture({ scenarios: [scenarioFixture({ counts: countsFixture({ ok, timeout: 10 }), serviceTime })] }))[0]
    }
    expect(judgeTimes(900_001)).toEqual({
      rule: 'errors',
      level: 'note',
      text: 'the response times include 10 timeouts, each as long as its timeout',
    })
    expect(judgeTimes(899_999)).toMatchObject({ level: 'suspect', text: expect.stringMatching(/, up to 10 % of the time in flight$/) })
    expect(judgeTimes(45_000)).toEqual({
      rule: 'errors',
      level: 'suspect',
      text: 'the response times include 10 timeouts, each as long as its timeout, up to 69 % of the time in flight',
    })
  })

  test('failed requests are named with their scenario where there are several', () => {
    const scenarios = [scenarioFixture(), scenarioFixture({ name: 'writes', counts: countsFixture({ ok: 90, reset: 10 }) })]
    const reasons = errors(summaryFixture({ scenarios }))
    expect(reasons).toHaveLength(1)
    expect(reasons[0]?.text).toMatch(/^writes: 10 % of the requests failed/)
  })
})

describe('a scenario without success', () => {
  test('a scenario without success is invalid, and the reason lists how its requests ended', () => {
    const error = { outcome: 'refused' as const, reason: 'ECONNREFUSED', endpoint: null, count: 300, first: 0, last: 1 }
    const scenario = scenarioFixture({ counts: countsFixture({ refused: 300, aborted: 12 }), errors: [error] })
    const text = 'not one of 312 requests ended ok: 300 refused, 12 aborted, with reasons such as ECONNREFUSED'
    expect(noSuccess(summaryFixture({ scenarios: [scenario] }))).toEqual([{ rule: 'no-success', level: 'invalid', text }])
  })

  test('a scenario without success is invalid beside a successful one', () => {
    const scenarios = [scenarioFixture(), scenarioFixture({ name: 'writes', counts: countsFixture({}) })]
    expect(noSuccess(summaryFixture({ scenarios })).map(({ text }) => text)).toEqual(['writes: no request was started'])
  })

  test('a scenario with a single success is not without success', () => {
    const scenario = scenarioFixture({ counts: countsFixture({ ok: 1, refused: 300 }) })
    expect(noSuccess(summaryFixture({ scenarios: [scenario] }))).toEqual([])
  })
})

describe('requests of a plugin that failed', () => {
  const judgePlugin = (ended: Partial<OutcomeCounts>, requests: Partial<PluginRequestsSummary> = {}): readonly Reason[] => {
    const users = usersFixture({ pluginRequests: [pluginRequestsFixture(ended, requests)] })
    const summary = summaryFixture({ scenarios: [usersScenarioFixture({ users })] })
    return [...noSuccess(summary), ...errors(summary)]
  }

  test('failed requests of a plugin are judged like those over HTTP, and named with their plugin', () => {
    expect(judgePlugin({ ok: 9991, reset: 9 })).toEqual([])
    expect(judgePlugin({ ok: 9900, refused: 100 })[0]?.level).toBe('note')
    expect(judgePlugin({ ok: 9899, refused: 101 })[0]?.level).toBe('suspect')
    const failed = [{ endpoint: null, outcome: 'refused', reason: 'ECONNREFUSED', count: 4000, first: 1, last: 2 } as const]
    expect(judgePlugin({ ok: 5000, closed_early: 8, refused: 4992, aborted: 100 }, { errors: failed })).toEqual([
      {
        rule: 'errors',
        level: 'suspect',
        text: '50 % of the requests of redis failed (4,992 refused, 8 closed_early of 10,000, most often with ECONNREFUSED): the response times are those of the survivors, and nothing beyond p50 can be believed',
      },
    ])
  })

  test('a plugin without a successful request makes the result invalid, however well HTTP did', () => {
    const failed = [{ endpoint: null, outcome: 'refused', reason: 'ECONNREFUSED', count: 12, first: 1, last: 2 } as const]
    expect(judgePlugin({ refused: 12, aborted: 1 }, { errors: failed })).toEqual([
      {
        rule: 'no-success',
        level: 'invalid',
        text: 'not one of 13 requests of redis ended ok: 12 refused, 1 aborted, with reasons such as ECONNREFUSED',
      },
    ])
  })

  test('requests of a plugin that timed out are said to be in its times', () => {
    expect(judgePlugin({ ok: 9999, timeout: 1 })[0]?.text).toMatch(/^the response times of redis include 1 timeout/)
  })

  test('requests of a plugin that were all aborted at the end have not failed', () => {
    expect(judgePlugin({ aborted: 10 })).toEqual([])
  })

  test('failed requests of a plugin are what limits the throughput where more of them failed than over HTTP', () => {
    const limit = (ended: Partial<OutcomeCounts>, http: Partial<OutcomeCounts>): string => {
      const users = usersFixture({
        pluginRequests: [pluginRequestsFixture({ ok: 100 }, { plugin: 'socketio' }), pluginRequestsFixture(ended)],
      })
      return limitText(summaryFixture({ scenarios: [usersScenarioFixture({ users, counts: countsFixture(http) })] }))
    }
    const mostly = 'most of them with'
    expect(limit({ ok: 90, refused: 10, error: 2 }, { ok: 100 })).toBe(`errors: 11.8 % of the requests of redis failed, ${mostly} refused`)
    expect(limit({ ok: 90, refused: 10 }, { ok: 80, reset: 20 })).toBe(`errors: 20 % of the requests failed, ${mostly} reset`)
    expect(limit({ ok: 95, refused: 5 }, { ok: 100 })).not.toMatch(/^errors/)
  })

  test('failed requests of plugins are each counted once', () => {
    const judgeIdentity = (changes: Partial<PluginRequestsSummary>): readonly string[] => {
      const users = usersFixture({ pluginRequests: [pluginRequestsFixture({ ok: 9, error: 1 }, changes)] })
      return identity(summaryFixture({ scenarios: [usersScenarioFixture({ users })] })).map(({ text }) => text)
    }
    expect(judgeIdentity({})).toEqual([])
    const counts = { ...countsFixture({ ok: 9, error: 1 }), scheduled: 12, started: 12 }
    expect(judgeIdentity({ counts })).toEqual(['reads, requests of redis: started 12, but the outcomes add up to 10, 2 too few'])
    const warmup = phaseFixture(1, { counts: { ...countsFixture({ ok: 5 }), scheduled: 4, started: 4 } })
    expect(judgeIdentity({ warmup })).toEqual(['reads, requests of redis, warm-up: started 4, but the outcomes add up to 5, 1 too many'])
    const endpoints = [
      {
        ...phaseFixture(1),
        name: 'GET',
        statuses: {},
        requestsPerSecond: 9,
        dataReceived: 0,
        byClass: {},
        httpWaiting: timesFixture(),
        counts: countsFixture({ ok: 9 }),
      },
    ]
    expect(judgeIdentity({ endpoints })).toEqual(['reads, requests of redis: started 10, but the endpoints add up to 9, 1 too few'])
  })
})
