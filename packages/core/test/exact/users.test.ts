import fc from 'fast-check'
import { expect, test } from 'vitest'
import { constantCurve } from '../../src/workload/load-curve.ts'
import type { UserWorkload } from '../../src/workload/workload.ts'
import { expectFigures } from './expected-figures.ts'
import { expectUsers } from './expected-users.ts'
import { identityOf } from './identity-of.ts'
import { play, stopOf } from './play.ts'
import { referToUsers, type PlayedUsers } from './reference-users.ts'
import { anyPhases, anyServer, anyStalls, anyTimeout, heardAt } from './schedules.ts'

// Of each kind. A smaller case says no more than one of these, and would take minutes to find.
const runs = 60

interface Phases {
  readonly startAfter: 0
  readonly warmup: number
  readonly gracefulStop: number
  readonly length: number
}

/** Tests of users with any workload of a kind. */
function anyPlay(workloads: (phases: Phases) => fc.Arbitrary<UserWorkload>): fc.Arbitrary<PlayedUsers> {
  return fc
    .record({ phases: anyPhases, threads: fc.constantFrom(1, 1, 2, 3), timeout: anyTimeout, server: anyServer, stalls: anyStalls })
    .chain(({ phases: { stopAt, ...phases }, ...rest }) =>
      workloads({ ...phases, startAfter: 0 }).map((workload) => ({
        ...rest,
        workload,
        // A count may never be reached.
        stopAt: heardAt(stopAt ?? (workload.iterations === undefined ? undefined : 2_500_000), rest.stalls),
      })),
    )
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

const count = fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined })

test('users of a closed model report what was scheduled, whatever the server does and however the test ends', async () => {
  const workloads = ({ length, ...phases }: Phases): fc.Arbitrary<UserWorkload> =>
    fc
      .record({
        users: fc.integer({ min: 1, max: 8 }),
        count,
        of: fc.constantFrom('user', 'run'),
        pacing: fc.constantFrom(0, 0, 30_000, 123_456),
      })
      .map(({ users, count: most, of, pacing }) => {
        const iterations = most === undefined ? undefined : ({ of, count: most } as const)
        return { ...phases, kind: 'users', curve: constantCurve(users, most === undefined ? length : Infinity), iterations, pacing }
      })
  await fc.assert(fc.asyncProperty(anyPlay(workloads), expectSame), { numRuns: runs, endOnFailure: true })
})

test('batches report what was scheduled, whatever the server does and however the test ends', async () => {
  const workloads = ({ length, ...phases }: Phases): fc.Arbitrary<UserWorkload> =>
    fc.record({ batch: fc.integer({ min: 1, max: 8 }), count }).map(({ batch, count: iterations }) => {
      const duration = iterations === undefined ? length : undefined
      return { ...phases, kind: 'batch', batch, duration, iterations }
    })
  await fc.assert(fc.asyncProperty(anyPlay(workloads), expectSame), { numRuns: runs, endOnFailure: true })
})

test('arrivals of an open model report what was scheduled, those that are dropped too, whatever the server does and however the test ends', async () => {
  const workloads = ({ length, ...phases }: Phases): fc.Arbitrary<UserWorkload> =>
    fc
      .record({
        rate: fc.constantFrom(1, 20, 50, 100, 200),
        arrivals: fc.constantFrom('uniform', 'poisson'),
        count,
        maxUsers: fc.integer({ min: 1, max: 30 }),
        reuseUsers: fc.boolean(),
      })
      .map(({ rate, count: iterations, ...rest }) => ({
        ...phases,
        ...rest,
        kind: 'rate',
        curve: constantCurve(rate, iterations === undefined ? length : Infinity),
        iterations,
      }))
  await fc.assert(fc.asyncProperty(anyPlay(workloads), expectSame), { numRuns: runs, endOnFailure: true })
})
