import { describe, expect, test } from 'vitest'
import type { ScenarioSummary } from '../../../src/result/summary/scenario-summary.ts'
import { closingTarget, noKeepAlive, noPipelining, telltaleResponses } from '../../../src/result/verdict/rules/connection-rules.ts'
import type { Reason } from '../../../src/result/verdict/verdict.ts'
import {
  countsFixture,
  noTimesFixture,
  pluginRequestsFixture,
  scenarioFixture,
  summaryFixture,
  timesFixture,
  usersFixture,
} from './summary-fixture.ts'

describe('a target nearly all of whose responses announce that the connection closes', () => {
  const judgeClosing = (closedAfterResponse: number, parts: Partial<ScenarioSummary> = {}): readonly Reason[] => {
    const scenario = scenarioFixture({ counts: countsFixture({ ok: 800, http_error: 200 }), ...parts })
    return noKeepAlive(summaryFixture({ scenarios: [{ ...scenario, connections: { ...scenario.connections, closedAfterResponse } }] }))
  }

  test('a target without keep-alive is noted with the number of closes, and the time to open a connection', () => {
    expect(judgeClosing(990)).toEqual([
      {
        rule: 'no-keep-alive',
        level: 'note',
        text: '990 of 1,000 responses (99 %) announced that the connection closes after them, as with Connection: close: nearly every request needed a connection of its own; opening one took 10 ms at the median, which lowers the throughput and is in no response time',
      },
    ])
    expect(judgeClosing(1000, { tlsTime: timesFixture() })[0]?.text).toContain('took 10 ms and 10 ms for TLS at the median, which')
    expect(judgeClosing(1000, { users: usersFixture() })[0]?.text).toContain('which is in the response times, and not in the service times')
    expect(judgeClosing(1000, { connectTime: noTimesFixture() })[0]?.text).toMatch(/needed a connection of its own$/)
  })

  test('a target without keep-alive is noted from nine of ten responses on, those of the warm-up too', () => {
    const least = 1000 * closingTarget
    expect([judgeClosing(0), judgeClosing(least - 1)]).toEqual([[], []])
    expect(judgeClosing(least)).toHaveLength(1)
    const { counts, retried, duration, throughput, responseTime, serviceTime, errors } = scenarioFixture({
      counts: countsFixture({ ok: 1000 }),
    })
    const warmup = { counts, retried, duration, throughput, responseTime, serviceTime, errors }
    expect(judgeClosing(least, { warmup })).toEqual([])
    expect(judgeClosing(least * 2, { warmup })).toHaveLength(1)
    // A request without a response closed its connection otherwise.
    expect(judgeClosing(least, { counts: countsFixture({ ok: 1000, reset: 5000, refused: 5000, aborted: 10 }) })).toHaveLength(1)
  })

  test('a target without keep-alive is not noted for few responses, or none', () => {
    const judgeFew = (count: number): readonly Reason[] => judgeClosing(count, { counts: countsFixture({ ok: count }) })
    expect([judgeFew(0), judgeFew(telltaleResponses - 1)]).toEqual([[], []])
    expect(judgeFew(telltaleResponses)).toHaveLength(1)
  })

  test('a target without keep-alive is not noted where requests were pipelined, which another rule reports', () => {
    const connections = { ...scenarioFixture().connections, closedAfterResponse: 1000, pipelinedAfterClose: 1 }
    const scenarios = [scenarioFixture({ counts: countsFixture({ ok: 1000 }), connections })]
    expect([noKeepAlive, noPipelining].map((rule) => rule(summaryFixture({ scenarios })).length)).toEqual([0, 1])
  })

  test('a target without keep-alive is not noted for a plugin, which does not report why its connections end', () => {
    const redis = pluginRequestsFixture({ ok: 1000 })
    const pluginRequests = [{ ...redis, connections: { ...redis.connections, opened: 1000, closedIdle: 1000 } }]
    expect(judgeClosing(0, { counts: countsFixture({}), users: usersFixture({ pluginRequests }) })).toEqual([])
  })
})
