import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectFigures } from './expected-figures.ts'
import { expectUsers } from './expected-users.ts'
import { identityOf } from './identity-of.ts'
import { play } from './play.ts'
import { stopOf } from './played.ts'
import { referToUsers, type PlayedUsers } from './reference-users.ts'
import { anyPhases, anyServer, anyStalls, anyTimeout, heardAt } from './schedules.ts'
import { anyBatch, anyClosed, anyOpen } from './user-schedules.ts'

// Of each kind. A shrunken case shows no more than one of these, and would take minutes to find.
const runs = 60

/** Tests of users with any workload of a kind. */
function anyPlay(workloads: typeof anyClosed): fc.Arbitrary<PlayedUsers> {
  return fc
    .record({
      phases: anyPhases,
      workload: workloads,
      threads: fc.constantFrom(1, 1, 2, 3),
      timeout: anyTimeout,
      server: anyServer,
      stalls: anyStalls,
    })
    .map(({ phases: { stopAt, ...phases }, workload: create, ...rest }) => {
      const workload = create({ ...phases, startAfter: 0 })
      // A count may never be reached.
      return { ...rest, workload, stopAt: heardAt(stopAt ?? (workload.iterations === undefined ? undefined : 2_500_000), rest.stalls) }
    })
}

/** Plays it with both clients, and expects that they sent and reported the same. */
async function expectSame(played: PlayedUsers): Promise<void> {
  const { summary, phases, requests, scheduled } = await play(played)
  const reference = referToUsers(played)
  const books = { ledger: reference.ledger, timeout: played.timeout, phases, stoppedAt: stopOf(played) }
  expect(requests).toEqual(reference.requests)
  expect(identityOf(scheduled)).toEqual([])
  expectFigures(summary, books)
  expectUsers(summary.users, books)
}

test('users of a closed model report what was scheduled, whatever the server does and however the test ends', async () => {
  await fc.assert(fc.asyncProperty(anyPlay(anyClosed), expectSame), { numRuns: runs, endOnFailure: true })
})

test('batches report what was scheduled, whatever the server does and however the test ends', async () => {
  await fc.assert(fc.asyncProperty(anyPlay(anyBatch), expectSame), { numRuns: runs, endOnFailure: true })
})

test('arrivals of an open model report what was scheduled, those that are dropped too, whatever the server does and however the test ends', async () => {
  await fc.assert(fc.asyncProperty(anyPlay(anyOpen), expectSame), { numRuns: runs, endOnFailure: true })
})
