import { expect, test } from 'vitest'
import { progressFixture as progress } from '../../test/progress-fixture.ts'
import { noTimes, samplesOfEach } from '../../test/suite-fixture.ts'
import { describeProgress, shareDone } from './describe-progress.ts'

test('a line of progress has the phase of the test and its figures', () => {
  expect(describeProgress(progress)).toBe('run (2 of 3): 12s of 30s, 198,231 requests/s, 50% 24 ms, 99% 42 ms, 0 failed')
  expect(describeProgress({ ...progress, repeats: 1, phase: 'setup' })).toBe('starting')
  expect(describeProgress({ ...progress, variant: 'multi-core', phase: 'setup' })).toBe('starting (multi-core, 2 of 3)')
  expect(describeProgress({ ...progress, point: 'users=10', repeats: 1, phase: 'setup' })).toBe('starting (users=10)')
  expect(describeProgress({ ...progress, point: 'step 3, rate=400', phase: 'teardown' })).toBe('stopping (step 3, rate=400, 2 of 3)')
  expect(
    describeProgress({ ...progress, repeats: 1, total: null, planned: 10_000, requests: 2500, responseTime: noTimes, failed: 3 }),
  ).toBe('run: 2,500 of 10,000 requests, 198,231 requests/s, 3 failed')
  expect(describeProgress({ ...progress, repeats: 1, total: null, planned: 1, requests: 0, responseTime: noTimes })).toMatch(
    /^run: 0 of 1 request, /,
  )
})

test('in a suite a line of progress names the test, and the time left of all runs', () => {
  const suite = { run: 5, runs: 12, left: 830 }
  expect(describeProgress({ ...progress, test: 'bids', variant: 'multi-core', suite })).toMatch(
    /^run \(bids, multi-core, 2 of 3\): .*, 0 failed, 14 min left of the suite$/,
  )
  expect(describeProgress({ ...progress, test: 'x users=10', point: 'users=10', repeats: 1, suite: { ...suite, left: null } })).toMatch(
    /^run \(x users=10\): .* failed$/,
  )
  expect(describeProgress({ ...progress, suite: { run: 2, runs: 3, left: 18.2 } })).toMatch(/^run \(2 of 3\): .*, 19s left of the suite$/)
})

test('a line of progress reports the problems so far', () => {
  const verdict = { level: 'suspect', reasons: [{ rule: 'errors', level: 'suspect', text: '9 % failed' }] } as const
  expect(describeProgress({ ...progress, verdict })).toMatch(/, 0 failed, so far suspect: 9 % failed$/)
  expect(describeProgress({ ...progress, verdict: { level: 'valid', reasons: [] } })).toMatch(/, 0 failed$/)
})

test('a hostile name cannot move the cursor or break the line', () => {
  const hostile = '\u001B[2Jx\n\u202Ey'
  const line = describeProgress({ ...progress, test: hostile, variant: hostile, suite: { run: 1, runs: 9, left: null } })
  expect(line).toContain('(\\x1b[2Jx\\x0a\\u{202e}y, \\x1b[2Jx\\x0a\\u{202e}y, 2 of 3)')
})

test('a percentile of too few responses has the mark that it has in tables', () => {
  const ofSome = (count: number): string => describeProgress({ ...progress, responseTime: { ...progress.responseTime, count } })
  expect(ofSome(999)).toContain(', 50% 24 ms, 99% ~42 ms, ')
  expect(ofSome(19)).toContain(', 50% ~24 ms, 99% ~42 ms, ')
})

test('a percentile of a second in which requests were cut off is a lower bound, as in tables', () => {
  const unfinished = {
    count: 69,
    shortest: 42,
    mean: 42,
    longest: 42,
    lowerBounds: ['p99', 'max'],
    samples: samplesOfEach(198_300),
  } as const
  const line = describeProgress({ ...progress, responseTime: { ...progress.responseTime, unfinished } })
  expect(line).toContain(', 50% 24 ms, 99% >= 42 ms, ')
})

test('a line of progress has the number of active users, and of iterations that were started and dropped', () => {
  const busy = { ...progress, repeats: 1, users: 37, iterations: 2400 }
  expect(describeProgress(busy)).toBe('run: 12s of 30s, 37 users, 2,400 iterations, 198,231 requests/s, 50% 24 ms, 99% 42 ms, 0 failed')
  expect(describeProgress({ ...busy, users: 1, iterations: 1 })).toContain(', 1 user, 1 iteration, ')
  expect(describeProgress({ ...busy, dropped: 3 })).toContain(', 2,400 iterations (3 dropped), ')
})

test('the share that is done counts requests or time, and is unknown without a plan', () => {
  expect(shareDone(progress)).toBeCloseTo(0.4)
  expect(shareDone({ ...progress, planned: 4_800_000, total: null })).toBe(0.5)
  expect(shareDone({ ...progress, elapsed: 31 })).toBe(1)
  expect(shareDone({ ...progress, total: null })).toBeUndefined()
})
