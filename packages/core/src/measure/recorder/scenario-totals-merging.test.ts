import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ScenarioTotals } from './scenario-totals.ts'
import type { ScenarioSnapshot } from './snapshot.ts'
import { expectIdentities, readTotals } from '../../../test/measure/recorder/read-totals.ts'
import { createUserRecorder, happeningsOf, userLife, usersOfThread, type UserLife } from '../../../test/measure/recorder/user-lives.ts'

/** The end of the drain, behind all that can happen in a life. */
const end = 60e6

/** The snapshots of one thread, taken each `every` microseconds and at the end. */
function snapshotsOf(lives: ReadonlyMap<number, UserLife>, every: number): ScenarioSnapshot[] {
  const recorder = createUserRecorder()
  const snapshots: ScenarioSnapshot[] = []
  let due = every
  for (const { at, record } of happeningsOf(lives)) {
    for (; due <= at; due += every) snapshots.push(recorder.take(due))
    record(recorder)
  }
  return [...snapshots, recorder.take(end)]
}

function totalsOf(snapshots: readonly ScenarioSnapshot[]): ScenarioTotals {
  const totals = new ScenarioTotals()
  for (const snapshot of snapshots) totals.add(snapshot)
  return totals
}

test('users divided over threads, with snapshots taken at any time and added in any order, give the same totals', () => {
  const division = fc.record({
    lives: fc.array(userLife, { maxLength: 8 }),
    threads: fc.integer({ min: 1, max: 4 }),
    every: fc.integer({ min: 2e5, max: 3e6 }),
    keys: fc.infiniteStream(fc.nat()),
  })
  fc.assert(
    fc.property(division, ({ lives, threads, every, keys }) => {
      const alone = totalsOf(snapshotsOf(usersOfThread(lives, 0, 1), Infinity))
      const divided = Array.from({ length: threads }, (_, thread) => snapshotsOf(usersOfThread(lives, thread, threads), every))
      const shuffled = divided
        .flat()
        .map((snapshot) => ({ snapshot, key: keys.next().value ?? 0 }))
        .toSorted((a, b) => a.key - b.key)
        .map(({ snapshot }) => snapshot)
      const totals = totalsOf(shuffled)
      expect(readTotals(totals)).toEqual(readTotals(alone))
      expectIdentities(totals)
      expect(totals.users?.active).toBe(0)
      expect(totals.users?.mostActive).toBeGreaterThanOrEqual(alone.users?.mostActive ?? 0)
      expect(totals.users?.mostActive).toBe(divided.reduce((sum, each) => sum + (totalsOf(each).users?.mostActive ?? 0), 0))
    }),
    { numRuns: 100 },
  )
})
