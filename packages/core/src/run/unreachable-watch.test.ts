import { describe, expect, test } from 'vitest'
import { outcomes, pluginOutcomes, type Outcome, type PluginOutcome } from '../model/metrics/outcome.ts'
import { ScenarioRecorder } from '../measure/recorder/scenario-recorder.ts'
import { UserRecorder } from '../measure/recorder/user-recorder.ts'
import { LoadCollector } from './load-collector.ts'
import { UnreachableWatch } from './unreachable-watch.ts'

/** A load of one thread, which tells of requests that ended: of a plugin, or over HTTP. */
class ToldLoad {
  readonly collector: LoadCollector = new LoadCollector(1, 1)
  readonly watch: UnreachableWatch = new UnreachableWatch(this.collector)
  readonly #recorder = new UserRecorder(new ScenarioRecorder(), {})

  constructor() {
    this.#recorder.begin(0, Infinity)
  }

  /** One second, and whether the target is gone then. */
  second(plugin: Partial<Record<PluginOutcome, number>>, http: Partial<Record<Outcome, number>> = {}): boolean {
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
      2,
    )
    return this.watch.isUnreachable()
  }
}

describe('a target that a plugin asks', () => {
  test('is gone when its connections were refused for three seconds and nothing was answered', () => {
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

  test('is there as long as it answers, be it with errors, and while something else answers', () => {
    const load = new ToldLoad()
    for (let second = 0; second < 5; second++) expect(load.second({ refused: 5, error: 1 })).toBe(false)
    for (let second = 0; second < 5; second++) expect(load.second({ refused: 5 }, { ok: 1 })).toBe(false)
  })

  test('is not gone because answers do not come', () => {
    const load = new ToldLoad()
    for (let second = 0; second < 5; second++) expect(load.second({ timeout: 5, closed_early: 1 })).toBe(false)
  })

  test('is not gone because this machine lets no connection out', () => {
    const load = new ToldLoad()
    for (let second = 0; second < 5; second++) expect(load.second({ local_error: 5 }, { local_error: 5 })).toBe(false)
    expect(load.watch.lostSeconds()).toBe(0)
    expect(load.collector.failed).toBe(50)
  })

  test('is not the only one that is gone where connections over HTTP were refused, too', () => {
    const load = new ToldLoad()
    for (let second = 0; second < 3; second++) load.second({ refused: 1 }, { refused: 1 })
    expect(load.watch.lostSeconds()).toBe(3)
    expect(load.watch.whose).toBe('every connection')
  })

  test('counts in what was answered, and in what has failed', () => {
    const load = new ToldLoad()
    load.second({ ok: 3, error: 2, refused: 1, aborted: 4 }, { ok: 1, http_error: 1 })
    expect([load.collector.answered, load.collector.failed, load.collector.refused]).toEqual([7, 4, 1])
  })
})
