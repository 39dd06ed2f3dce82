import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ConnectionsWorkload } from '../../src/model/workload/workload.ts'
import { expectFigures } from './expected-figures.ts'
import { identityOf } from './identity-of.ts'
import { play } from './play.ts'
import { stopOf, type Played } from './played.ts'
import { referToConnections } from './reference-connections.ts'
import { anyPhases, anyServer, anyStalls, anyTimeout, heardAt } from './schedules.ts'

// Of each kind. A shrunken case shows no more than one of these, and would take minutes to find.
const runs = 100

type PlayedConnections = Played & { readonly workload: ConnectionsWorkload }

const anyPlay: fc.Arbitrary<PlayedConnections> = fc
  .record({
    phases: anyPhases,
    connections: fc.integer({ min: 1, max: 6 }),
    pipelining: fc.constantFrom(1, 1, 2, 3, 7),
    refill: fc.constantFrom('each' as const, 'batch' as const),
    requests: fc.option(fc.integer({ min: 1, max: 150 })),
    threads: fc.constantFrom(1, 1, 2, 3),
    timeout: anyTimeout,
    server: anyServer,
    stalls: anyStalls,
  })
  .map(({ phases: { warmup, length, gracefulStop, stopAt }, connections, pipelining, refill, requests, threads, ...rest }) => ({
    ...rest,
    // A count may never be reached.
    stopAt: heardAt(stopAt ?? (requests === null ? undefined : 2_500_000), rest.stalls),
    threads: Math.min(threads, connections),
    workload: {
      kind: 'connections',
      startAfter: 0,
      warmup,
      gracefulStop,
      connections,
      pipelining,
      refill,
      duration: requests === null ? length : undefined,
      requests: requests ?? undefined,
    },
  }))

/** Plays it with both clients, and expects that they sent and reported the same. */
async function expectSame(played: PlayedConnections): Promise<void> {
  const { summary, phases, requests, scheduled } = await play(played)
  const reference = referToConnections(played)
  expect(requests).toEqual(reference.requests)
  expect(identityOf(scheduled)).toEqual([])
  expectFigures(summary, { ledger: reference.ledger, timeout: played.timeout, phases, stoppedAt: stopOf(played) })
}

test('connections report what was scheduled, whatever the server does and however the test ends', async () => {
  await fc.assert(fc.asyncProperty(anyPlay, expectSame), { numRuns: runs, endOnFailure: true })
})
