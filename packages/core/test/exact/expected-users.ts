import { expect } from 'vitest'
import type { UsersSummary } from '../../src/result/summary/users-summary.ts'
import { responses, overlapOf, type Books } from './expected-figures.ts'
import { expectTimes, type Sample } from './expected-times.ts'
import type { Entry, Iteration } from './ledger.ts'

/** Expects the figures of users and their iterations to be those of the ledger. */
export function expectUsers(users: UsersSummary | null, books: Books): void {
  if (users === null) throw new TypeError('nothing was reported of users')
  const { ledger, phases } = books
  const isInRun = ({ plannedAt }: Pick<Entry, 'plannedAt'>): boolean => plannedAt >= phases.runStart
  const run = ledger.iterations.filter(isInRun)
  const dropped = ledger.droppedIterations.filter((plannedAt) => isInRun({ plannedAt })).length
  expect(users.iterations).toEqual(countIterations(run, dropped))
  if (users.warmupIterations !== null) {
    const before = ledger.iterations.filter((iteration) => !isInRun(iteration))
    expect(users.warmupIterations).toEqual(countIterations(before, ledger.droppedIterations.length - dropped))
  }
  // Iterations last until they are over, a timed-out one until that was seen.
  const ended = run.filter(({ end }) => end !== 'aborted')
  expectTimes(
    users.iterationDuration,
    ended.map(({ plannedAt, endedAt }) => endedAt - plannedAt),
    'durations of iterations',
  )
  expectTimes(
    users.sendLag,
    run.map(({ plannedAt, startedAt }) => startedAt - plannedAt),
    'send lag',
  )
  const duration = (phases.runEnd - phases.runStart) / 1e6
  const busy = duration === 0 ? 0 : overlapOf(ledger.iterations, phases.runStart, books.stoppedAt)
  expect(users.busy * duration * 1e6, 'users in an iteration').toBeCloseTo(busy, 1)
  expect(users.created).toBe(users.completed + users.failed + users.aborted)
  expectRequests(users, ledger.requests.filter(isInRun), books)
}

function expectRequests(users: UsersSummary, run: readonly Entry[], { timeout }: Books): void {
  expectTimes(
    users.timeToFirstByte,
    run.flatMap((entry) => firstByteOf(entry, timeout)),
    'times to the first byte',
  )
  expectTimes(
    users.receivingTime,
    run.flatMap(({ outcome, firstByteAt, endedAt }) => (responses.includes(outcome) ? [endedAt - firstByteAt] : [])),
    'times from the first byte to the last',
  )
  expectTimes(users.httpWaiting, run.flatMap(waitingOf), 'waits for a connection')
}

// A request that got no byte until it was cut off, or timed out, waited at least as long for the first one.
function firstByteOf({ outcome, sentAt, firstByteAt, endedAt }: Entry, timeout: number): Sample[] {
  if (responses.includes(outcome)) return [{ time: firstByteAt - sentAt, isCutOff: false }]
  const age = Number.isNaN(sentAt) ? sentAt : outcome === 'timeout' ? timeout : outcome === 'aborted' ? endedAt - sentAt : Number.NaN
  return Number.isNaN(age) || !Number.isNaN(firstByteAt) ? [] : [{ time: age, isCutOff: true }]
}

// A request that was lost with its connection has no known time.
export function waitingOf({ outcome, startedAt, sentAt, waitsUntil, endedAt }: Entry): Sample[] {
  if (![...responses, 'timeout', 'aborted'].includes(outcome)) return []
  if (!Number.isNaN(sentAt)) return [{ time: sentAt - startedAt, isCutOff: false }]
  return [outcome === 'timeout' ? { time: waitsUntil - startedAt, isCutOff: false } : { time: endedAt - startedAt, isCutOff: true }]
}

function countIterations(iterations: readonly Iteration[], dropped: number): UsersSummary['iterations'] {
  const count = (how: Iteration['end']): number => iterations.filter(({ end }) => end === how).length
  const started = iterations.length
  const [completed, failed, aborted] = [count('completed'), count('failed'), count('aborted')]
  return { scheduled: started + dropped, started, dropped, completed, failed, aborted }
}
