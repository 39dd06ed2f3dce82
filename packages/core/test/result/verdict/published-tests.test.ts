import { describe, expect, test } from 'vitest'
import { judge } from '../../../src/result/verdict/judge.ts'
import { bridgeSummary, deserveSummary, hyphaSummary, nestjsSocketSummary, nestjsSummary, toskaSummary } from './published-tests.ts'
import { limitText } from './summary-fixture.ts'

describe('the verdict on published tests', () => {
  test('the verdict explains 24.77 ms of Deserve by 5,000 requests in flight', () => {
    expect(judge(deserveSummary())).toEqual({
      level: 'valid',
      reasons: [
        {
          rule: 'queue-depth',
          level: 'note',
          text: 'the mean response time is queue depth: 5,000 in flight / 199,249 per s = 25.1 ms (measured 24.8 ms)',
        },
      ],
    })
    expect(limitText(deserveSummary())).toBe('target CPU: the target used 1.02 of 11 CPUs while requests waited for it')
  })

  test('the verdict shows that 335 of 500 requests of Hypha Core were in flight', () => {
    expect(judge(hyphaSummary()).reasons).toContainEqual({
      rule: 'in-flight-idle',
      level: 'note',
      text: 'each batch starts 500 iterations, measured 335 at a time: those that had ended waited for the slowest of their batch',
    })
    expect(limitText(hyphaSummary())).toBe('concurrency: 335 in flight at 21.6 ms each make 15,513 per s')
  })

  test.each([
    { users: 10, requestsPerSecond: 480.55, p50: 0.45, p90: 1.14, p99: 1.79, share: 96.2, inFlight: 0.28 },
    { users: 20, requestsPerSecond: 952.29, p50: 0.59, p90: 1.56, p99: 4.45, share: 95.8, inFlight: 0.73 },
    { users: 30, requestsPerSecond: 1433.89, p50: 0.52, p90: 1.42, p99: 4.07, share: 96.4, inFlight: 0.97 },
    { users: 40, requestsPerSecond: 1914.1, p50: 0.55, p90: 1.49, p99: 2.8, share: 96.3, inFlight: 1.37 },
  ])('the verdict shows that the $users users of Toska slept', ({ share, inFlight, ...row }) => {
    const figures = `users waited on their own ${share} % of the time (${row.users} users, ${inFlight} in flight)`
    expect(limitText(toskaSummary(row))).toBe(`think time: ${figures}`)
    const { level, reasons } = judge(toskaSummary(row))
    expect(level).toBe('valid')
    expect(reasons.map(({ rule }) => rule)).toEqual(['think-time'])
    expect(reasons[0]?.text).toContain(`${figures}: a target that responded at once would raise the rate by `)
  })

  test('the verdict does not believe the response times of an auction service that failed nearly half of its users', () => {
    const { level, reasons } = judge(nestjsSummary())
    expect(level).toBe('suspect')
    expect(reasons[0]?.text).toMatch(/^46.2 % of the requests failed \(7,000 timeout, 248 reset of 15,700\)/)
    expect(reasons[1]?.text).toMatch(/^46.2 % of the iterations failed \(7,248 of 15,700, most often with ECONNREFUSED \(5,516\)\)/)
    expect(limitText(nestjsSummary())).toBe('errors: 46.2 % of the requests failed, most of them with timeout')
  })

  test('the verdict does not accept a test in which nothing succeeded', () => {
    const { level, reasons } = judge(nestjsSocketSummary())
    expect(level).toBe('invalid')
    expect(reasons.map(({ rule }) => rule)).toContain('no-success')
  })

  test('the verdict does not accept more messages than were sent', () => {
    const { level, reasons } = judge(bridgeSummary())
    expect(level).toBe('invalid')
    expect(reasons[0]?.text).toBe('senders: started 1,151,113, but the outcomes add up to 1,151,839, 726 too many')
  })

  test('the verdict does not leave out the messages of the TON bridge that were not sent', () => {
    const reason = judge(bridgeSummary()).reasons.find(({ rule }) => rule === 'planned-rate')
    expect(reason?.level).toBe('suspect')
    expect(reason?.text).toMatch(
      /^48,887 of 1,200,000 planned iterations were dropped \(4.07 %\) because no user was free \(maxUsers 2,000\)/,
    )
  })
})
