import { describe, expect, test } from 'vitest'
import type { ScenarioSummary } from '../../summary/scenario-summary.ts'
import type { TimeSummary } from '../../../model/metrics/time-summary.ts'
import { gapResolution } from '../request-kinds.ts'
import { distortingLag, lagResolution, notableLag, sendLag } from './generator-rules.ts'
import { responseGap, responseService } from './load-rules.ts'
import { saturationSeconds } from '../busy-cpus.ts'
import type { Reason } from '../verdict.ts'
import type { SummaryParts } from '../../../../test/result/verdict/summary-fixture.ts'
import {
  countsFixture,
  noTimesFixture,
  pluginRequestsFixture,
  rateScenarioFixture,
  summaryFixture,
  timesFixture,
  usersFixture,
  usersScenarioFixture,
} from '../../../../test/result/verdict/summary-fixture.ts'

const service = 10

function judgeLag(lag: Partial<TimeSummary>, scenario: Partial<ScenarioSummary> = {}, parts: SummaryParts = {}): readonly Reason[] {
  const users = usersFixture({ sendLag: timesFixture({ p50: 0.01, p99: 0.1, ...lag }) })
  return sendLag(summaryFixture({ scenarios: [rateScenarioFixture({ users, ...scenario })], ...parts }))
}

describe('send lag', () => {
  test('send lag is a note above the cut-off of the service time, with both figures', () => {
    expect(judgeLag({ p50: service * notableLag })).toEqual([])
    expect(judgeLag({ p50: service * notableLag + 0.1 })).toEqual([
      {
        rule: 'send-lag',
        level: 'note',
        text: 'iterations started 2.1 ms late (p50 of the send lag), more than 20 % of the service time of 10 ms (p50): that is in the response times, and not in the service times; timing "precise" starts them nearer to their time, for more CPU',
      },
    ])
  })

  test('send lag is a note of any size, without advice where iterations were started precisely', () => {
    const quick = { serviceTime: timesFixture({ p50: 0.13 }) }
    expect(judgeLag({ p50: 0.027 }, quick)[0]?.level).toBe('note')
    expect(judgeLag({ p50: 0.026 }, quick)).toEqual([])
    const [reason] = judgeLag({ p50: 0.6 }, quick, { generator: { timing: 'precise' } })
    expect(reason?.text).toBe(
      'iterations started 600 µs late (p50 of the send lag), more than 20 % of the service time of 130 µs (p50): that is in the response times, and not in the service times',
    )
  })

  test('send lag is a note of any size where only plugins sent requests', () => {
    const judgePlugins = (p50: number): readonly Reason[] => {
      const pluginRequests = [pluginRequestsFixture({ ok: 400 }, { plugin: 'redis', serviceTime: timesFixture({ p50: 0.13 }) })]
      const users = usersFixture({ sendLag: timesFixture({ p50, p99: 0.1 }), pluginRequests })
      const none = { users, counts: countsFixture({}), responseTime: noTimesFixture(), serviceTime: noTimesFixture() }
      return sendLag(summaryFixture({ scenarios: [rateScenarioFixture(none)] }))
    }
    expect(judgePlugins(0.026)).toEqual([])
    expect(judgePlugins(0.027)).toMatchObject([
      { level: 'note', text: expect.stringContaining('more than 20 % of the service time of redis of 130 µs (p50)') as string },
    ])
  })

  test('send lag is compared with the service time, which does not include it', () => {
    const slow = { responseTime: timesFixture({ p50: 100 }), serviceTime: timesFixture({ p50: service }) }
    expect(judgeLag({ p50: 2.1 }, slow)[0]?.level).toBe('note')
    const quick = { responseTime: timesFixture({ p50: 10 }), serviceTime: timesFixture({ p50: 11 }) }
    expect(judgeLag({ p50: 2.1 }, quick)).toEqual([])
  })

  test('send lag is suspect where one in a hundred exceeds a typical response time', () => {
    expect(judgeLag({ p99: service * distortingLag })).toEqual([])
    const [reason] = judgeLag({ p99: service * distortingLag + 0.1 })
    expect(reason?.level).toBe('suspect')
    expect(reason?.text).toBe(
      "iterations started 10.1 ms late (p99 of the send lag), while the median response time is 10 ms: the slowest response times are the generator's own, the service times are not",
    )
  })

  test('send lag is compared with the median of a plugin where only plugins sent requests', () => {
    const pluginRequests = [
      pluginRequestsFixture({ ok: 400 }, { plugin: 'redis', responseTime: timesFixture({ p50: 200 }) }),
      pluginRequestsFixture({ ok: 400 }, { plugin: 'socketio', responseTime: timesFixture({ p50: 100 }) }),
    ]
    const judge = (p99: number): readonly Reason[] => {
      const users = usersFixture({ sendLag: timesFixture({ p50: 0.01, p99 }), pluginRequests })
      const none = { users, duration: 10, counts: countsFixture({}), responseTime: noTimesFixture() }
      return sendLag(summaryFixture({ scenarios: [rateScenarioFixture(none)] }))
    }
    expect(judge(100)).toEqual([])
    expect(judge(101)).toEqual([
      {
        rule: 'send-lag',
        level: 'suspect',
        text: "iterations started 101 ms late (p99 of the send lag), while the median response time of socketio is 100 ms: the slowest response times are the generator's own, the service times are not",
      },
    ])
  })

  test('send lag is not suspect below the precision of timers', () => {
    const quick = { responseTime: timesFixture({ p50: 0.5 }) }
    expect(judgeLag({ p99: lagResolution }, quick)).toEqual([])
    expect(judgeLag({ p99: lagResolution + 0.1 }, quick)[0]?.level).toBe('suspect')
  })

  test.each([
    ['p97.5', { p99: 50, p97_5: 40, p95: 0.1, count: 999 }],
    ['p95', { p97_5: 50, p95: 40, p90: 0.1, count: 399 }],
    ['p90', { p95: 50, p90: 40, count: 199 }],
  ])('send lag of a short run is judged by %s, the rarest with samples enough', (percentile, lag) => {
    expect(judgeLag(lag)).toMatchObject([
      { level: 'suspect', text: expect.stringContaining(`40 ms late (${percentile} of the send lag)`) as string },
    ])
  })

  test('send lag is not judged by percentiles without enough samples', () => {
    expect(judgeLag({ p99: 50, p97_5: 0.1, p95: 0.1, p90: 0.1, count: 999 })).toEqual([])
    expect(judgeLag({ p99: 50, count: 1000 })).toHaveLength(1)
    expect(judgeLag({ p50: 50, count: 19 })).toEqual([])
    expect(judgeLag({ p50: 50, p99: null, count: 20 })).toHaveLength(1)
    expect(judgeLag(noTimesFixture())).toEqual([])
  })

  test('send lag that distorts is invalid where the generator was busy all the time', () => {
    expect(judgeLag({ p99: 50 }, {}, { thread: { utilization: 0.97 } })[0]?.level).toBe('invalid')
    expect(judgeLag({ p50: 3 }, {}, { thread: { utilization: 0.97 } })[0]?.level).toBe('note')
    const short = { duration: saturationSeconds / 2 }
    expect(judgeLag({ p99: 50 }, short, { thread: { utilization: 0.97 } })[0]?.level).toBe('suspect')
  })

  test('send lag is not judged in a closed workload, which plans each iteration for the time it starts', () => {
    const users = usersFixture({ sendLag: timesFixture({ p50: 50, p99: 50 }) })
    expect(sendLag(summaryFixture({ scenarios: [usersScenarioFixture({ users })] }))).toEqual([])
  })
})

describe('response and service time', () => {
  const judgeTimes = (response: Partial<TimeSummary>, serviceTime: Partial<TimeSummary>): readonly Reason[] => {
    const scenario = rateScenarioFixture({ responseTime: timesFixture(response), serviceTime: timesFixture(serviceTime) })
    return responseService(summaryFixture({ scenarios: [scenario] }))
  }

  test('response and service time are both named where their p99 differ by more than the cut-off', () => {
    expect(judgeTimes({ p99: 100 }, { p99: 100 * (1 - responseGap) })).toEqual([])
    expect(judgeTimes({ p99: 100 * (1 - responseGap) }, { p99: 100 })).toEqual([])
    expect(judgeTimes({ p99: 900 }, { p99: 51.2 })).toEqual([
      {
        rule: 'response-service',
        level: 'note',
        text: 'p99 is 900 ms from when a request was due and 51.2 ms from when it was sent: requests waited in between, for a connection or for the generator',
      },
    ])
  })

  test('response and service time differ by the first attempt of requests that were sent again', () => {
    const times = { responseTime: timesFixture({ p99: 900 }), serviceTime: timesFixture({ p99: 51.2 }) }
    const [reason] = responseService(summaryFixture({ scenarios: [rateScenarioFixture({ ...times, retried: 1200 })] }))
    expect(reason?.text).toMatch(/, for a connection or for the generator, or were sent again \(1,200\)$/)
  })

  test('response and service time are not both named for a difference too small to measure', () => {
    expect(judgeTimes({ p99: 0.2 + gapResolution }, { p99: 0.2 })).toEqual([])
    expect(judgeTimes({ p99: 0.21 + gapResolution }, { p99: 0.2 })).toHaveLength(1)
  })

  test('response and service time are not compared without enough samples, or where one is unknown', () => {
    expect(judgeTimes({ p99: 900, count: 1000 }, { p99: 50, count: 1000 })).toHaveLength(1)
    expect(judgeTimes({ p99: 900, count: 1000 }, { p99: 50, count: 999 })).toEqual([])
    expect(judgeTimes({ p99: 900 }, noTimesFixture())).toEqual([])
    expect(judgeTimes(noTimesFixture(), {})).toEqual([])
  })
})
