import { expect } from 'vitest'
import type { UsersSummary } from '../../src/summary/summary.ts'
import type { Books } from './expected-figures.ts'
import { expectTimes, type Sample } from './expected-times.ts'
import type { Entry } from './ledger.ts'

/** Expects the figures of users who send one request in each iteration to be what the ledger says. */
export function expectUsers(users: UsersSummary | null, { ledger, phases, timeout }: Books): void {
  if (users === null) throw new TypeError('nothing was reported of users')
  const isInRun = ({ plannedAt }: Pick<Entry, 'plannedAt'>): boolean => plannedAt >= phases.runStart
  const run = ledger.requests.filter(isInRun)
  const dropped = ledger.dropped.filter((plannedAt) => isInRun({ plannedAt })).length
  expect(users.iterations).toEqual(countIterations(run, dropped))
  if (users.warmupIterations !== null) {
    const before = ledger.requests.filter((entry) => !isInRun(entry))
    expect(users.warmupIterations).toEqual(countIterations(before, ledger.dropped.length - dropped))
  }
  // Iterations last until they are over, a timed-out one until that was seen.
  const ended = run.filter(({ outcome }) => outcome !== 'aborted')
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
  expectTimes(
    users.timeToFirstByte,
    run.flatMap((entry) => firstByteOf(entry, timeout)),
    'times to the first byte',
  )
  expectTimes(
    users.receivingTime,
    run.flatMap(({ outcome, firstByteAt, endedAt }) => (outcome === 'ok' || outcome === 'http_error' ? [endedAt - firstByteAt] : [])),
    'times from the first byte to the last',
  )
  expect(users.created).toBe(users.completed + users.failed + users.aborted)
}

// What was sent and got no byte until it was cut off, or timed out, waited at least so long for it.
function firstByteOf({ outcome, sentAt, firstByteAt, endedAt }: Entry, timeout: number): Sample[] {
  if (outcome === 'ok' || outcome === 'http_error') return [{ time: firstByteAt - sentAt, isCutOff: false }]
  const age = outcome === 'timeout' ? timeout : outcome === 'aborted' ? endedAt - sentAt : Number.NaN
  return Number.isNaN(age) || !Number.isNaN(firstByteAt) ? [] : [{ time: age, isCutOff: true }]
}

function countIterations(entries: readonly Entry[], dropped: number): UsersSummary['iterations'] {
  const completed = entries.filter(({ outcome }) => outcome === 'ok').length
  const aborted = entries.filter(({ outcome }) => outcome === 'aborted').length
  const started = entries.length
  return { scheduled: started + dropped, started, dropped, completed, failed: started - completed - aborted, aborted }
}
