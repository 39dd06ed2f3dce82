import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { UserWorkload } from '../../src/model/workload/workload.ts'
import { expectFigures } from './expected-figures.ts'
import { expectJourneys } from './expected-journeys.ts'
import { expectUsers } from './expected-users.ts'
import { play } from './play.ts'
import { stopOf, type Played } from './played.ts'
import { referToUsers, type PlayedUsers } from './reference-users.ts'
import { anyPhases, anyServer, anyStalls, anyTimeout, heardAt } from './schedules.ts'
import { anyJourney, anyUserWorkload } from './user-schedules.ts'

// Of each kind: 400 pass too, and say no more. A smaller case says no more than one of these, and would take minutes to find.
const runs = 40

/** Tests of users with any journey and any workload, whose connections are these. */
function anyPlay(connections: fc.Arbitrary<NonNullable<Played['connections']>>): fc.Arbitrary<PlayedUsers> {
  return fc
    .record({
      phases: anyPhases,
      workload: anyUserWorkload,
      threads: fc.constantFrom(1, 1, 2, 3),
      timeout: anyTimeout,
      server: anyServer,
      stalls: anyStalls,
      journey: anyJourney,
      connections,
    })
    .map(({ phases: { stopAt, ...phases }, workload: create, ...rest }) => {
      const workload: UserWorkload = create({ ...phases, startAfter: 0 })
      // A count may never be reached.
      return { ...rest, workload, stopAt: heardAt(stopAt ?? (workload.iterations === undefined ? undefined : 2_000_000), rest.stalls) }
    })
}

/** Plays it with both clients, and expects that they sent and reported the same. */
async function expectSame(played: PlayedUsers): Promise<void> {
  const { summary, phases, requests } = await play(played)
  const reference = referToUsers(played)
  const books = { ledger: reference.ledger, timeout: played.timeout, phases, stoppedAt: stopOf(played) }
  expect(requests).toEqual(reference.requests)
  expectFigures(summary, books)
  expectUsers(summary.users, books)
  expectJourneys(summary, books)
}

test('journeys report what was scheduled, whatever their steps are, whatever the server does and however the test ends', async () => {
  await fc.assert(fc.asyncProperty(anyPlay(fc.constant('perUser')), expectSame), { numRuns: runs, endOnFailure: true })
})

test('journeys over connections that their users share report what was scheduled, the time that each request waits for one included', async () => {
  const pool = fc.record({
    pool: fc.integer({ min: 1, max: 4 }),
    queueTimeout: fc.option(
      anyTimeout.map((timeout) => timeout / 4),
      { nil: undefined },
    ),
  })
  await fc.assert(fc.asyncProperty(anyPlay(pool), expectSame), { numRuns: runs, endOnFailure: true })
})
