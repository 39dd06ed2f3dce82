import { describe, expect, test } from 'vitest'
import type { ScenarioSummary } from '../summary/scenario-summary.ts'
import { limitedBy, limitingCpu } from './limited-by.ts'
import { missedPlan } from './offered-load.ts'
import { saturationSeconds } from './busy-cpus.ts'
import {
  countsFixture,
  iterationsFixture,
  noTimesFixture,
  phaseFixture,
  pluginRequestsFixture,
  rateFixture,
  rateScenarioFixture,
  scenarioFixture,
  summaryFixture,
  usersFixture,
  usersScenarioFixture,
  usersWorkloadFixture,
  limitText,
} from '../../../test/result/verdict/summary-fixture.ts'
import { noConnections } from '../../measure/recorder/snapshot.ts'

const queueing = scenarioFixture({ fastest: 0.5 })
const unopened = scenarioFixture({
  inFlight: 4,
  connections: { ...noConnections(), opened: 4, refused: 6 },
})

describe('what limited the throughput', () => {
  test('the throughput is limited by concurrency where nothing was busy', () => {
    expect(limitText(summaryFixture())).toBe('concurrency: 10 in flight at 10 ms each make 1,000 per s')
  })

  test('the throughput is limited by concurrency of each scenario where there are several', () => {
    const scenarios = [scenarioFixture(), scenarioFixture({ name: 'writes', responseTime: noTimesFixture() })]
    expect(limitText(summaryFixture({ scenarios }))).toBe(
      'concurrency: 10 in flight of reads at 10 ms each make 1,000 per s; 10 in flight of writes, none with a response',
    )
  })

  test('the throughput is limited by errors above the cut-off, whatever else was busy', () => {
    const some = scenarioFixture({ counts: countsFixture({ ok: 96, refused: 4 }) })
    const many = scenarioFixture({ counts: countsFixture({ ok: 94, refused: 2, http_error: 4 }) })
    expect(limitText(summaryFixture({ scenarios: [some] }))).toMatch(/^concurrency/)
    expect(limitText(summaryFixture({ scenarios: [many], thread: { utilization: 1 } }))).toBe(
      'errors: 6 % of the requests failed, most of them with http_error',
    )
  })

  test('the throughput is limited by errors where journeys failed though no request did', () => {
    const failing = (failed: number): string => {
      const failures = [{ reason: 'no response within 10s', count: failed, first: 1, last: 9 }]
      const users = usersFixture({ iterations: iterationsFixture({ completed: 100 - failed, failed }), failures })
      return limitText(summaryFixture({ scenarios: [rateScenarioFixture({ users })] }))
    }
    expect(failing(5)).not.toMatch(/^errors/)
    expect(failing(6)).toBe('errors: 6 % of the iterations failed, most of them with no response within 10s')
  })

  test('the throughput is limited by the generator where a load thread was saturated', () => {
    expect(limitText(summaryFixture({ thread: { utilization: 0.973 }, target: { cpu: 1 } }))).toBe(
      'generator: worker 0 was busy 97.3 % of the time',
    )
    const inCallingThread = summaryFixture({ thread: { utilization: 0.973 }, generator: { inCallingThread: true } })
    expect(limitText(inCallingThread)).toBe('generator: the calling thread was busy 97.3 % of the time')
  })

  test('the throughput is limited by the target CPU where requests wait for a busy core', () => {
    expect(limitText(summaryFixture({ scenarios: [queueing], target: { cpu: limitingCpu } }))).toBe(
      'target CPU: the target used 0.7 of 2 CPUs while requests waited for it',
    )
    expect(limitText(summaryFixture({ scenarios: [queueing], target: { cpu: limitingCpu - 0.01 } }))).toMatch(/^concurrency/)
    expect(limitText(summaryFixture({ target: { cpu: limitingCpu } }))).toMatch(/^concurrency/)
  })

  test('the throughput is limited by the target CPU where target and generator compete for it', () => {
    expect(limitText(summaryFixture({ target: { cpu: 1.2 }, generator: { cpu: 0.7 } }))).toBe(
      'target CPU: target and generator share 2 CPUs and used 1.9: the target 1.2, the generator 0.7',
    )
    expect(limitText(summaryFixture({ target: { cpu: limitingCpu - 0.01 }, generator: { cpu: 1.1 } }))).toBe(
      'CPUs: target and generator share 2 CPUs and used 1.79: the target 0.69, the generator 1.1',
    )
  })

  test('the CPU of a target is named as the limit only where it used more than the generator', () => {
    const judgeShares = (target: number, generator: number): string =>
      limitedBy(summaryFixture({ target: { cpu: target }, generator: { cpu: generator } })).by
    expect(judgeShares(0.91, 0.9)).toBe('target CPU')
    expect(judgeShares(0.9, 0.91)).toBe('CPUs')
  })

  test('other processes are named as the limit only where they used more than target and generator', () => {
    const judgeOthers = (target: number): string =>
      limitText(summaryFixture({ scenarios: [queueing], target: { cpu: target }, generator: { cpu: 0.3 }, hostCpu: 2 }))
    expect(judgeOthers(0.6)).toBe('other processes on this machine (1.1 of 2 CPUs)')
    expect(judgeOthers(1.1)).toBe('CPUs: the machine was full (CPUs of 2: the target 1.1, the generator 0.3, other processes 0.6)')
    const remote = { target: { local: false, cpu: null }, generator: { cpu: 1.1 }, hostCpu: 2 }
    expect(limitText(summaryFixture({ scenarios: [queueing], ...remote }))).toBe(
      'CPUs: the machine was full (CPUs of 2: the generator 1.1, other processes 0.9)',
    )
  })

  test('the throughput is limited by other processes, and not by the target, where these keep the machine full', () => {
    const busy = { scenarios: [queueing], target: { cpu: 0.47 }, generator: { cpu: 0.23 }, hostCpu: 2 }
    expect(limitText(summaryFixture(busy))).toBe('other processes on this machine (1.3 of 2 CPUs)')
    expect(limitText(summaryFixture({ ...busy, scenarios: [scenarioFixture()] }))).toMatch(/^other processes/)
    expect(limitText(summaryFixture({ ...busy, thread: { utilization: 0.97 } }))).toMatch(/^generator/)
    expect(limitText(summaryFixture({ ...busy, hostCpu: 1.6 }))).toMatch(/^concurrency/)
  })

  test('the throughput is limited by CPUs that somebody used who cannot be seen', () => {
    const unseen = { scenarios: [queueing], target: { cpu: null }, generator: { cpu: 0.3 }, hostCpu: 2 }
    expect(limitText(summaryFixture(unseen))).toBe('CPUs: the machine was full (2 of 2 CPUs), by whom is unknown; the generator used 0.3')
  })

  test('the target of a URL is named by the process that was measured', () => {
    const target = { kind: 'url', cpu: 0.97, processes: [{ name: 'nginx', pid: 7 }] } as const
    expect(limitText(summaryFixture({ scenarios: [queueing], target }))).toBe(
      'target CPU: the target (nginx) used 0.97 of 2 CPUs while requests waited for it',
    )
  })

  test('the throughput is limited by CPUs where the machine is full, requests wait, and no one alone made it so', () => {
    const full = { scenarios: [queueing], target: { cpu: 0.6 }, generator: { cpu: 1 }, hostCpu: 1.8 }
    expect(limitText(summaryFixture(full))).toBe('CPUs: all processes together used 1.8 of 2 CPUs while requests waited')
    expect(limitText(summaryFixture({ ...full, scenarios: [scenarioFixture()] }))).toMatch(/^concurrency/)
  })

  test('the limit of the throughput has a keyword too, of several scenarios that of the first', () => {
    const scenarios = [rateScenarioFixture(), usersScenarioFixture()]
    const wordOf = (...parts: Parameters<typeof summaryFixture>): string => limitedBy(summaryFixture(...parts)).by
    expect(wordOf()).toBe('concurrency')
    expect(wordOf({ scenarios: [queueing], target: { cpu: 0.47 }, generator: { cpu: 0.23 }, hostCpu: 2 })).toBe('other processes')
    expect(wordOf({ scenarios: [queueing], target: { local: false, cpu: null } })).toBe('target or network')
    expect(wordOf({ scenarios })).toBe('planned rate')
    expect(wordOf({ scenarios: scenarios.toReversed() })).toBe('concurrency')
  })

  test('the throughput of a very short run is not limited by the start of the generator', () => {
    const judgeRun = (duration: number): string =>
      limitText(summaryFixture({ scenarios: [scenarioFixture({ duration })], thread: { utilization: 0.97 } }))
    expect(judgeRun(saturationSeconds)).toMatch(/^generator/)
    expect(judgeRun(saturationSeconds - 0.01)).toMatch(/^concurrency/)
  })

  test('a very short run names nobody by CPU that was counted in a few ticks', () => {
    const wordOf = (duration: number, parts: Parameters<typeof summaryFixture>[0]): string =>
      limitedBy(summaryFixture({ scenarios: [scenarioFixture({ ...queueing, duration })], ...parts })).by
    for (const [parts, word] of [
      [{ target: { cpu: 0.1 }, generator: { cpu: 0.1 }, hostCpu: 2 }, 'other processes'],
      [{ target: { cpu: 1.2 }, generator: { cpu: 0.7 }, hostCpu: 2 }, 'target CPU'],
      [{ target: { cpu: 0.9 }, hostCpu: 1 }, 'target CPU'],
    ] as const) {
      expect(wordOf(saturationSeconds, parts)).toBe(word)
      expect(wordOf(saturationSeconds - 0.01, parts)).toBe('concurrency')
    }
  })

  test('the limit of the throughput is unknown where that of no request is known', () => {
    const idle = scenarioFixture({ counts: countsFixture({}), warmup: phaseFixture(1) })
    expect(limitText(summaryFixture({ scenarios: [idle] }))).toBe('nothing: no request of the run phase was started')
    const lost = { at: 0.5, reason: 'x' }
    expect(limitText(summaryFixture({ scenarios: [{ ...idle, warmup: null }], thread: { lost } }))).toBe('nothing: no request is known')
  })

  test('the throughput is limited by a local target that cannot be observed where the machine is busy enough', () => {
    const judgeHost = (hostCpu: number): string =>
      limitText(summaryFixture({ scenarios: [queueing], target: { cpu: null }, generator: { cpu: 0.5 }, hostCpu }))
    expect(judgeHost(0.5 + limitingCpu)).toMatch(/^the target or the way to it/)
    expect(judgeHost(0.5 + limitingCpu - 0.01)).toMatch(/^concurrency/)
  })

  test('the throughput is limited by a remote target, or the way to it, where requests wait there', () => {
    expect(limitText(summaryFixture({ scenarios: [queueing], target: { local: false, cpu: null } }))).toMatch(
      /^the target or the way to it, .* \(500 µs at best, 10 ms on average\)$/,
    )
  })

  test('the throughput is limited by the planned rate where all of it was started, however busy the target was', () => {
    expect(limitText(summaryFixture({ scenarios: [rateScenarioFixture()], target: { cpu: 1 } }))).toBe(
      'planned rate: 1,000/s was asked for and started; the target was not the limit',
    )
    expect(limitText(summaryFixture({ scenarios: [rateScenarioFixture({ fastest: 0.5 })], target: { cpu: 1 } }))).toMatch(
      /^planned rate: 1,000\/s was asked for and started; responses took 10 ms on average/,
    )
    const stages = [{ duration: 30, to: 1000 }]
    expect(limitText(summaryFixture({ scenarios: [rateScenarioFixture({ workload: rateFixture({ from: 1, stages }) })] }))).toBe(
      'planned rate: a rate that changes was asked for and started; the target was not the limit',
    )
  })

  test('the throughput is not limited by a planned rate that was not reached', () => {
    const judgeDropped = (dropped: number, cpu = 0.2): string => {
      const users = usersFixture({ iterations: iterationsFixture({ completed: 30_000 - dropped, dropped }) })
      return limitText(summaryFixture({ scenarios: [rateScenarioFixture({ users, fastest: 0.5 })], target: { cpu } }))
    }
    expect(judgeDropped(30_000 * missedPlan)).toMatch(/^planned rate/)
    expect(judgeDropped(30_000 * missedPlan + 1)).toBe(
      'concurrency: 100 users at most, and 301 of 30,000 planned iterations were not started',
    )
    expect(judgeDropped(3000, 1)).toMatch(/^target CPU/)
  })

  test('the throughput is limited by what the target sends by itself where users mostly wait for that', () => {
    const workload = usersWorkloadFixture({ from: 2000, stages: [{ duration: 30, to: 2000 }] })
    const subscribed = (waiting: number, inFlight = 1): ScenarioSummary =>
      usersScenarioFixture({ name: 'subscribers', workload, inFlight, users: usersFixture({ busy: 2000, mostActive: 2000, waiting }) })
    const judgeWaiting = (waiting: number, ...others: readonly ScenarioSummary[]): string =>
      limitText(summaryFixture({ scenarios: [subscribed(waiting), ...others], thread: { utilization: 0.2 } }))
    expect(judgeWaiting(1990)).toBe(
      'events: 2,000 users waited 99.5 % of the time for what the target sends by itself; nothing was asked of it as fast as possible',
    )
    expect(judgeWaiting(1990, rateScenarioFixture({ name: 'senders' }))).toBe(
      'events: 2,000 users of subscribers waited 99.5 % of the time for what the target sends by itself; ' +
        'planned rate: 1,000/s of senders was asked for and started; the target was not the limit',
    )
    const half = summaryFixture({ scenarios: [subscribed(1100, 800)], thread: { utilization: 0.2 } })
    expect(limitText(half)).toBe('events: 2,000 users waited 55 % of the time for what the target sends by itself')
    expect(judgeWaiting(900)).toMatch(/^think time: /)
  })

  test('the throughput is limited by the number of users where they mostly wait on their own, however busy the target was', () => {
    const users = usersFixture({ busy: 100, iterations: iterationsFixture({ completed: 27_000, dropped: 3000 }) })
    const scenario = rateScenarioFixture({ users, inFlight: 3 })
    expect(limitText(summaryFixture({ scenarios: [scenario], target: { cpu: 1 }, thread: { utilization: 0 } }))).toBe(
      'concurrency: 100 users at most, who waited on their own 97 % of the time, and 3,000 of 30,000 planned iterations were not started',
    )
  })

  test('each kind of load is named with its limit where there are several', () => {
    const thinking = usersScenarioFixture({ inFlight: 0.4 })
    const rates = [rateScenarioFixture({ name: 'bids' }), rateScenarioFixture({ name: 'looks', workload: rateFixture() })]
    const parts = { thread: { utilization: 0 } }
    expect(limitText(summaryFixture({ ...parts, scenarios: [thinking, ...rates] }))).toBe(
      'think time: users of reads waited on their own 96 % of the time (10 users, 0.4 in flight); planned rate: 1,000/s of bids was asked for and started; 1,000/s of looks was asked for and started; the target was not the limit',
    )
    expect(limitText(summaryFixture({ ...parts, scenarios: [scenarioFixture({ name: 'pages' }), ...rates] }))).toMatch(
      /^concurrency: 10 in flight of pages at 10 ms each make 1,000 per s; planned rate: 1,000\/s of bids was asked for and started; [^;]*started$/,
    )
  })

  test('the throughput is limited by concurrency of users who do not wait on their own', () => {
    expect(limitText(summaryFixture({ scenarios: [usersScenarioFixture({ inFlight: 9.8 })] }))).toBe(
      'concurrency: 10 users with 9.8 in flight at 10 ms each make 1,000 per s',
    )
  })

  test('the throughput is limited by concurrency of users who wait for responses to requests of a plugin', () => {
    const users = usersFixture({ waitingForReplies: 9.7, pluginRequests: [pluginRequestsFixture({ ok: 1000 })] })
    const judgeUsers = (scenario: Partial<ScenarioSummary>): string =>
      limitText(summaryFixture({ scenarios: [usersScenarioFixture({ users, ...scenario })] }))
    expect(judgeUsers({ counts: countsFixture({}), inFlight: 0 })).toBe('concurrency: 10 users at a time, 9.7 waiting for replies of redis')
    expect(judgeUsers({ inFlight: 0.1 })).toBe(
      'concurrency: 10 users with 0.1 in flight at 10 ms each make 1,000 per s, 9.7 waiting for replies of redis',
    )
  })

  test('one user is written in the singular, also where the number is a mean', () => {
    const alone = (busy: number): string =>
      limitText(summaryFixture({ scenarios: [usersScenarioFixture({ inFlight: busy, users: usersFixture({ busy }) })] }))
    expect(alone(1)).toMatch(/^concurrency: 1 user with 1 in flight at/)
    expect(alone(0.999)).toMatch(/^concurrency: 1 user with 1 in flight at/)
    expect(alone(1.3)).toMatch(/^concurrency: 1\.3 users with 1\.3 in flight at/)
  })

  test('the throughput is limited by the connection limit where connections were refused and requests are missing', () => {
    expect(limitText(summaryFixture({ scenarios: [unopened] }))).toBe(
      'connection limit: 6 connections were refused, and 4 of 10 requests were in flight',
    )
    expect(limitText(summaryFixture({ scenarios: [{ ...unopened, inFlight: 9 }] }))).toMatch(/^concurrency/)
  })
})
