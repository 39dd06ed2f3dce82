import { expect, test, describe } from 'vitest'
import { iterationsSnapshot, phaseSnapshot, usersSnapshot } from '../../test/result/threshold/totals-fixture.ts'
import { resolveConfig } from '../config/resolve-config.ts'
import type { Config } from '../config/config.ts'
import { Histogram, noTimes } from '../model/metrics/histogram.ts'
import { ScenarioRecorder } from '../measure/recorder/scenario-recorder.ts'
import type { ScenarioSnapshot } from '../measure/recorder/snapshot.ts'
import { LoadCollector } from './load-collector.ts'
import { LoadWatch, type LoadEnd, UnreachableWatch } from './load-watch.ts'
import { outcomes, pluginOutcomes, type Outcome, type PluginOutcome } from '../model/metrics/outcome.ts'
import { UserRecorder } from '../measure/recorder/user-recorder.ts'

const second = 1e6
// The report of a thread arrives a little later.
const lag = 150_000
const target = 'http://localhost:3000'

type Started = readonly [early: number, late: number]

function startedOf(count: number): ScenarioSnapshot {
  return {
    ...new ScenarioRecorder().take(0),
    run: phaseSnapshot({ started: count }),
    users: usersSnapshot({ run: iterationsSnapshot({ started: count }) }),
  }
}

/** Looks at a load once a second, in each of whose two scenarios a given number of iterations starts; returns what ended it. */
function watch(
  plan: Omit<Config, 'target'>,
  seconds: readonly Started[],
  overAt: readonly (number | undefined)[] = [],
): LoadEnd | undefined {
  const collector = new LoadCollector(2, 1)
  const load = new LoadWatch(resolveConfig({ target, workers: 1, ...plan }), collector, 0)
  for (const [index, counts] of seconds.entries()) {
    const now = (index + 1) * second
    for (const [scenario, over] of overAt.entries()) if (over !== undefined && over <= now) collector.over(0, scenario, over)
    collector.add(0, counts.map(startedOf), now)
    const end = load.end(now + lag)
    if (end !== undefined) return end
  }
  return undefined
}

const early = { request: {}, workload: { rate: 30, duration: '10s' } } as const
const late = { request: {}, startAfter: '3s', workload: { rate: 40, duration: '7s' } } as const
const steady: readonly Started[] = Array.from({ length: 10 }, (_, at) => [30, at < 3 ? 0 : 40])

test.each(['iterations{scenario:late}', 'http_requests{scenario:la*}'])(
  '%s: a rate is measured over the run phase of its own scenario',
  (selector) => {
    const judge = (threshold: string): LoadEnd | undefined =>
      watch({ scenarios: { early, late }, thresholds: { [selector]: { threshold, abortOnFail: true, after: '1s' } } }, steady)
    expect(judge('rate > 39/s')).toBeUndefined()
    expect(judge('rate > 41/s')).toMatchObject({ cause: 'threshold', threshold: { text: 'rate was 40/s (40 in 1 s)' } })
  },
)

test('a rate is measured over the time of the counts, and not over the time of the check', () => {
  const thresholds = { iterations: { threshold: 'rate > 29/s', abortOnFail: true, after: '1s' } }
  expect(
    watch(
      { scenarios: { early, late }, thresholds },
      Array.from({ length: 10 }, () => [30, 0] as const),
    ),
  ).toBeUndefined()
})

test.each([
  [0, undefined],
  [1, undefined],
  [20, 'threshold'],
  [300, 'threshold'],
])('a percentile ends no test before its samples decide it: with %s of 300 beyond the limit of a p99', (beyond, cause) => {
  const count = 300
  const collector = new LoadCollector(1, 1)
  const thresholds = { http_response_time: { threshold: 'p99 < 10ms', abortOnFail: true, after: '1s' } } as const
  const load = new LoadWatch(resolveConfig({ target, workers: 1, scenarios: { early }, thresholds }), collector, 0)
  const slow = new Histogram()
  for (let sample = 0; sample < count; sample++) slow.record(sample < beyond ? 50_000 : 1000)
  const times = { responseTime: slow.snapshot(), serviceTime: noTimes }
  collector.add(
    0,
    [{ ...startedOf(count), windows: [{ index: 0, responded: count, ok: count, failed: 0, bytes: 0, ...times }] }],
    2 * second,
  )
  expect(load.end(2 * second + lag)?.cause).toBe(cause)
})

test('a scenario that has ended, by its plan or because nothing was left to do, is not too slow', () => {
  const short = { request: {}, workload: { rate: 30, duration: '3s' }, abortIfRateBelow: 20 } as const
  const ended: readonly Started[] = Array.from({ length: 10 }, (_, at) => [at < 3 ? 30 : 0, 40])
  expect(watch({ scenarios: { short, late } }, ended)).toBeUndefined()
  const counted = { request: {}, workload: { rate: 30, iterations: 90 }, abortIfRateBelow: 20 } as const
  expect(watch({ scenarios: { counted, late } }, ended, [3 * second])).toBeUndefined()
})

test('a scenario that starts too few iterations is too slow', () => {
  const slow = { ...early, abortIfRateBelow: 20 }
  const end = watch(
    { scenarios: { slow, late } },
    Array.from({ length: 10 }, (_, at) => [at < 3 ? 30 : 5, 40] as const),
  )
  expect(end).toMatchObject({ cause: 'rate', reason: expect.stringContaining('started 15 iterations per second over 5 s') as string })
})

test('a late report does not lower a rate', () => {
  const close = { ...early, abortIfRateBelow: 29 }
  const collector = new LoadCollector(1, 1)
  const load = new LoadWatch(resolveConfig({ target, workers: 1, scenarios: { close } }), collector, 0)
  for (let at = 1; at < 10; at++) {
    if (at !== 7) collector.add(0, [startedOf(at === 8 ? 60 : 30)], at * second)
    expect(load.end(at * second + lag)).toBeUndefined()
  }
})

test.each([
  ['2900ms', undefined, 'every connection was refused for the last 2 s'],
  ['1h', 'every connection was refused for 3 s', 'every connection was refused for the last 3 s'],
])('a load of %s whose target is gone is ended for that before its planned end alone', (duration, ended, lost) => {
  const collector = new LoadCollector(1, 1)
  const gone = resolveConfig({ target, scenarios: { gone: { request: {}, workload: { rate: 30, duration } } } })
  const load = new LoadWatch(gone, collector, 0)
  const refused = { started: 30, outcomes: outcomes.map((outcome) => (outcome === 'refused' ? 30 : 0)) }
  const ends = [1, 2, 3].map((at) => {
    collector.add(0, [{ ...new ScenarioRecorder().take(0), run: phaseSnapshot(refused) }], at * second)
    return load.end(at * second + lag)?.reason
  })
  expect(ends).toEqual([undefined, undefined, ended])
  expect(load.lostTarget(3.5 * second)).toBe(lost)
})

/** A load of one thread, which reports requests that ended: those of a plugin, or over HTTP. */
class ToldLoad {
  readonly collector: LoadCollector = new LoadCollector(1, 1)
  readonly watch: UnreachableWatch = new UnreachableWatch(this.collector, 0)
  readonly #recorder = new UserRecorder(new ScenarioRecorder(), {})
  #at = 0

  constructor() {
    this.#recorder.begin(0, Infinity)
  }

  /** One second with requests that ended, and whether the target is lost then. */
  second(plugin: Partial<Record<PluginOutcome, number>>, http: Partial<Record<Outcome, number>> = {}): boolean {
    this.#at += second
    this.report(plugin, http)
    return this.watch.isUnreachable(this.#at)
  }

  /** One second whose report has not come, and whether the target is lost then. */
  lateSecond(): boolean {
    this.#at += second
    return this.watch.isUnreachable(this.#at)
  }

  /** The seconds in which the target was lost, where the load ends this number of seconds later. */
  lostSeconds(later: number): number {
    return this.watch.lostSeconds(this.#at + later * second)
  }

  report(plugin: Partial<Record<PluginOutcome, number>>, http: Partial<Record<Outcome, number>> = {}): void {
    const requests = this.#recorder.pluginRequests.of('redis')
    const request = { startedAt: 1, plannedAt: 1, endpoint: requests.seriesOf('GET') }
    for (const outcome of pluginOutcomes)
      for (let count = plugin[outcome] ?? 0; count > 0; count--) {
        requests.started(request, 1)
        requests.ended(request, outcome, 2, outcome)
      }
    const snapshot = this.#recorder.take(2)
    const ended = outcomes.map((outcome) => http[outcome] ?? 0)
    this.collector.add(
      0,
      [{ ...snapshot, run: { ...snapshot.run, started: ended.reduce((sum, count) => sum + count), outcomes: ended } }],
      this.#at,
    )
  }
}

describe('a target that a plugin asks', () => {
  test('a target of a plugin is lost when its connections were refused for three seconds without a response', () => {
    const load = new ToldLoad()
    expect([
      load.second({ ok: 100 }),
      load.second({ ok: 5, refused: 3 }),
      load.second({ refused: 3 }),
      load.second({ refused: 1 }),
    ]).toEqual([false, false, false, false])
    expect(load.second({ refused: 2 })).toBe(true)
    expect(load.watch.whose).toBe('every connection of redis')
  })

  test('a target of a plugin is not lost as long as it responds, even with errors, nor while anything else responds', () => {
    const load = new ToldLoad()
    for (let passed = 0; passed < 5; passed++) expect(load.second({ refused: 5, error: 1 })).toBe(false)
    for (let passed = 0; passed < 5; passed++) expect(load.second({ refused: 5 }, { ok: 1 })).toBe(false)
  })

  test('a target of a plugin is not lost because of missing responses', () => {
    const load = new ToldLoad()
    for (let passed = 0; passed < 5; passed++) expect(load.second({ timeout: 5, closed_early: 1 })).toBe(false)
  })

  test('a target of a plugin is not lost because of a limit of this machine', () => {
    const load = new ToldLoad()
    for (let passed = 0; passed < 5; passed++) expect(load.second({ local_error: 5 }, { local_error: 5 })).toBe(false)
    expect(load.lostSeconds(0)).toBe(0)
    expect(load.collector.failed).toBe(50)
  })

  test('the seconds in which a target was lost are whole, and none in which it responded', () => {
    const load = new ToldLoad()
    load.second({ ok: 1 })
    load.second({ refused: 1 })
    expect([load.lostSeconds(0.9), load.lostSeconds(1)]).toEqual([1, 1])
    load.report({ refused: 1 })
    expect([load.lostSeconds(0.9), load.lostSeconds(1)]).toEqual([1, 2])
    load.report({ ok: 1 })
    expect(load.lostSeconds(1)).toBe(0)
  })

  test('a target is lost although a report is late', () => {
    const load = new ToldLoad()
    load.second({ refused: 1 })
    load.second({ refused: 1 })
    expect(load.lateSecond()).toBe(false)
    expect(load.second({ refused: 1 })).toBe(true)
    expect(load.lostSeconds(0)).toBe(4)
  })

  test('the target of a plugin is not the only one that is lost when HTTP connections were refused, too', () => {
    const load = new ToldLoad()
    for (let passed = 0; passed < 3; passed++) load.second({ refused: 1 }, { refused: 1 })
    expect(load.lostSeconds(0)).toBe(3)
    expect(load.watch.whose).toBe('every connection')
  })

  test('responses and failures of plugins count for the watch of a load', () => {
    const load = new ToldLoad()
    load.second({ ok: 3, error: 2, refused: 1, aborted: 4 }, { ok: 1, http_error: 1 })
    expect([load.collector.responded, load.collector.failed, load.collector.refused]).toEqual([7, 4, 1])
  })
})
