import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sumOutcomes } from '../../../src/model/metrics/outcome.ts'
import { LoadCollector } from '../../../src/run/load-collector.ts'
import { expectIdentities, readTotals } from './read-totals.ts'
import { createUserRecorder, happeningsOf, userLife, usersOfThread, type UserLife } from './user-lives.ts'

/** Reports what two threads do, up to a time at which one of them falls silent. */
function collect(lives: readonly UserLife[], diesAt: number): LoadCollector {
  const collector = new LoadCollector(1, 2)
  for (const worker of [0, 1]) {
    const recorder = createUserRecorder()
    for (const { at, record } of happeningsOf(usersOfThread(lives, worker, 2))) {
      if (worker === 1 && at > diesAt) break
      record(recorder)
      collector.add(worker, [recorder.take(at)], at)
    }
  }
  return collector
}

test('a thread that died aborts all it had under way: requests, iterations, users, endpoints and tags', () => {
  fc.assert(
    fc.property(fc.array(userLife, { maxLength: 8 }), fc.nat(8e6), (lives, diesAt) => {
      const collector = collect(lives, diesAt)
      const [totals] = collector.scenarios
      if (totals === undefined) throw new Error('there is a scenario')
      const { users } = totals
      const before = { users: users?.active ?? 0, times: totals.responseTime.count, started: totals.run.started }
      const aborted = users?.aborted ?? 0
      collector.lose(1, diesAt, 'out of memory')
      expectIdentities(totals)
      expect(users?.aborted ?? 0).toBe(aborted + before.users)
      expect([totals.responseTime.count, totals.run.started]).toEqual([before.times, before.started])
      for (const { run } of collector.threads) expect(sumOutcomes(run.outcomes)).toBe(run.started)
      expect(collector.threads.reduce((sum, { run }) => sum + run.outcomes.aborted, 0)).toBe(totals.run.outcomes.aborted)
      expect(collector.threads[1]?.lost).toEqual({ at: diesAt, reason: 'out of memory' })
    }),
    { numRuns: 100 },
  )
})

test('a thread that is reported lost twice had it under way once', () => {
  const collector = collect(fc.sample(userLife, { numRuns: 20, seed: 3 }), 3e6)
  collector.lose(1, 3e6, 'out of memory')
  const [once] = collector.scenarios.map(readTotals)
  collector.lose(1, 3e6, 'out of memory')
  expect(collector.scenarios.map(readTotals)).toEqual([once])
})
