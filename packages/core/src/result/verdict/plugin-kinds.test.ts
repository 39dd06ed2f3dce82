import { describe, expect, test } from 'vitest'
import type { PluginRequestsSummary } from '../summary/requests-summary.ts'
import type { ScenarioSummary } from '../summary/scenario-summary.ts'
import type { UsersSummary } from '../summary/users-summary.ts'
import { generatorSaturated, sendLag } from './rules/generator-rules.ts'
import { queueDepth } from './rules/load-rules.ts'
import { machineDisturbed } from './rules/machine-rules.ts'
import { notStationary, unevenSeconds } from './rules/sample-rules.ts'
import { resourceFixture } from '../../../test/result/verdict/machine-fixture.ts'
import {
  countsFixture,
  noTimesFixture,
  pluginRequestsFixture,
  rateFixture,
  seriesFixture,
  summaryFixture,
  timesFixture,
  usersFixture,
  usersScenarioFixture,
  limitText,
} from '../../../test/result/verdict/summary-fixture.ts'

/** Ten users who send nothing but requests of `redis`. */
function plugged(
  requests: Partial<PluginRequestsSummary>,
  users: Partial<UsersSummary> = {},
  scenario: Partial<ScenarioSummary> = {},
): ScenarioSummary {
  return usersScenarioFixture({
    counts: countsFixture({}),
    responseTime: noTimesFixture(),
    serviceTime: noTimesFixture(),
    series: seriesFixture(Array.from({ length: 30 }, () => 0)),
    inFlight: 0,
    fastest: null,
    users: usersFixture({ pluginRequests: [pluginRequestsFixture({ ok: 30_000 }, requests)], ...users }),
    ...scenario,
  })
}

const open = { workload: rateFixture() }

describe('requests of a plugin', () => {
  test('requests of a plugin make the result suspect where their seconds are uneven', () => {
    const even = Array.from({ length: 29 }, () => 1000)
    const judge = (...scenarios: ScenarioSummary[]): object => unevenSeconds(summaryFixture({ scenarios }))
    expect(judge(plugged({ series: seriesFixture([...even, 200]) }))).toMatchObject([
      { level: 'suspect', text: expect.stringMatching(/^its seconds range from 200 to 1,000 responses/) as string },
    ])
    expect(judge(plugged({ series: seriesFixture([...even, 900]) }))).toEqual([])
    expect(judge(plugged({ series: seriesFixture([...even, 200]), responseTime: timesFixture({ p50: 200 }) }))).toEqual([])
  })

  test('requests of a plugin that are sent once beside many over HTTP make no second uneven', () => {
    const login = pluginRequestsFixture({ ok: 50 }, { series: seriesFixture([50, ...Array.from({ length: 29 }, () => 0)]) })
    const scenario = usersScenarioFixture({ users: usersFixture({ pluginRequests: [login] }) })
    expect(unevenSeconds(summaryFixture({ scenarios: [scenario] }))).toEqual([])
    expect(notStationary(summaryFixture({ scenarios: [scenario] }))).toEqual([])
  })

  test('requests of a plugin are not stationary where their rate falls, or their times grow in an open workload', () => {
    const falling = seriesFixture([1000, 990, 960, 900, 850, 800, 760, 720, 700])
    const judge = (scenario: ScenarioSummary): string | undefined => notStationary(summaryFixture({ scenarios: [scenario] }))[0]?.text
    expect(judge(plugged({ series: falling }))).toBe(
      'throughput falls: 990 ok responses of redis per s in the first third of the run, 720 in the last (27.3 % less); run for longer to see where it settles',
    )
    const growing = seriesFixture(Array.from({ length: 30 }, () => 1000)).map((second, at) => ({ ...second, p50: 5 + at }))
    expect(judge(plugged({ series: growing }, {}, open))).toMatch(
      /^response times grow: a median of redis of 9\.5 ms in the first third of the run, 29\.5 ms in the last;/,
    )
  })

  test('requests of a plugin that are sent at the start only are no falling throughput', () => {
    const series = seriesFixture([700, 700, 600, 0, 0, 0, 0, 0, 0])
    const reasons = (requests: PluginRequestsSummary): number =>
      notStationary(summaryFixture({ scenarios: [plugged({ series, counts: requests.counts })] })).length
    expect(reasons(pluginRequestsFixture({ ok: 2000 }))).toBe(0)
    expect(reasons(pluginRequestsFixture({ ok: 2000, timeout: 10 }))).toBe(1)
  })

  test('requests of a plugin that mostly wait have their mean explained, and the target as their limit', () => {
    const waiting = plugged(
      {
        throughput: { requestsPerSecond: 20_000, okPerSecond: 20_000, bytesPerSecond: 0 },
        responseTime: timesFixture({ mean: 2.5, count: 600_000 }),
        inFlight: 50,
        fastest: 0.2,
      },
      { busy: 50, waitingForReplies: 50 },
    )
    const summary = summaryFixture({ target: { cpu: 1 }, scenarios: [waiting] })
    expect(queueDepth(summary)).toEqual([
      {
        rule: 'queue-depth',
        level: 'note',
        text: 'the mean response time of redis is queue depth: 50 in flight / 20,000 per s = 2.5 ms (measured 2.5 ms)',
      },
    ])
    expect(limitText(summary)).toMatch(/^target CPU: the target used 1 of 2 CPUs while requests waited for it/)
    expect(queueDepth(summaryFixture({ target: { cpu: 1 }, scenarios: [plugged({ fastest: 9, inFlight: 50 })] }))).toEqual([])
  })

  test('requests of a plugin whose times are those of a late event loop show a generator that measured itself', () => {
    const thread = { utilization: 0.97, loopDelay: { p50: 1, p99: 2, max: 4 } }
    const judge = (p50: number): object =>
      generatorSaturated(summaryFixture({ thread, scenarios: [plugged({ responseTime: timesFixture({ p50 }) })] }))
    expect(judge(10)).toMatchObject([
      { level: 'invalid', text: expect.stringContaining('more than 10 % of the median response time of 10 ms') as string },
    ])
    expect(judge(100)).toMatchObject([{ level: 'suspect' }])
  })

  test('requests of a plugin that are quick beside the lateness of their iterations have both in a note', () => {
    const late = (p50: number): object => {
      const users = { sendLag: timesFixture({ p50, p99: 0.1 }) }
      return sendLag(summaryFixture({ scenarios: [plugged({ serviceTime: timesFixture({ p50: 1 }) }, users, open)] }))
    }
    expect(late(0.3)).toMatchObject([
      {
        level: 'note',
        text: expect.stringMatching(
          /^iterations started 300 µs late \(p50 of the send lag\), more than 20 % of the service time of redis of 1 ms/,
        ) as string,
      },
    ])
    expect(late(0.1)).toEqual([])
  })

  test('requests of a plugin that took longer while the machine was disturbed are in the reason', () => {
    const isIn = (second: number): boolean => second >= 10 && second < 22
    const { disturbance } = resourceFixture()
    const resources = Array.from({ length: 30 }, (_, second) =>
      resourceFixture({ at: second + 1, disturbance: { ...disturbance, stolen: isIn(second) ? 0.18 : 0 } }),
    )
    const series = seriesFixture(Array.from({ length: 30 }, () => 1000)).map((second) =>
      isIn(second.at) ? { ...second, p99: 84.5 } : second,
    )
    const silent = seriesFixture(Array.from({ length: 30 }, () => 0)).map((second) => ({ ...second, p99: null }))
    const [reason] = machineDisturbed(summaryFixture({ resources, scenarios: [plugged({ series }, {}, { series: silent })] }))
    expect(reason?.text).toContain('the p99 of these seconds is 84.5 ms, and of the others 12 ms (medians)')
  })
})
