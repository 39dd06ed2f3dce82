import { describe, expect, test } from 'vitest'
import { judge } from '../../src/verdict/judge.ts'
import { limitedBy } from '../../src/verdict/limited-by.ts'
import { bridgeSummary, deserveSummary, hyphaSummary, nestjsSocketSummary, nestjsSummary, toskaSummary } from './published-tests.ts'

describe('the verdict on published tests', () => {
  test('explains 24.77 ms of Deserve by 5,000 requests in flight', () => {
    expect(judge(deserveSummary())).toEqual({
      level: 'valid',
      reasons: [
        {
          rule: 'queue-depth',
          level: 'note',
          text: 'the mean response time is queue depth: 5,000 in flight / 199,249 per s = 25.1 ms (measured 24.77 ms)',
        },
      ],
    })
    expect(limitedBy(deserveSummary())).toBe('target CPU: the target used 1 of 11 CPUs while requests waited for it')
  })

  test('tells that 335 of 500 requests of Hypha Core were in flight', () => {
    expect(judge(hyphaSummary()).reasons).toContainEqual({
      rule: 'in-flight-idle',
      level: 'note',
      text: 'the workload asks for 500 in flight, measured 335: connections were idle or reconnecting (500 were opened, 0 refused)',
    })
    expect(limitedBy(hyphaSummary())).toBe('concurrency: 335 in flight at 21.6 ms each make 15,513 per s')
  })

  test('tells that the users of Toska did not keep requests in flight', () => {
    expect(judge(toskaSummary()).reasons.map(({ rule }) => rule)).toEqual(['in-flight-idle'])
    expect(limitedBy(toskaSummary())).toBe('concurrency: 0.29 in flight at 0.6 ms each make 481 per s')
  })

  test('does not believe the response times of an auction service that failed nearly half of its users', () => {
    const { level, reasons } = judge(nestjsSummary())
    expect(level).toBe('suspect')
    expect(reasons[0]?.text).toMatch(/^46.2 % of the requests failed \(7,000 timeout, 248 reset of 15,700\)/)
    expect(limitedBy(nestjsSummary())).toBe('errors: 46.2 % of the requests failed, most of them with timeout')
  })

  test('does not accept a test in which nothing succeeded', () => {
    const { level, reasons } = judge(nestjsSocketSummary())
    expect(level).toBe('invalid')
    expect(reasons.map(({ rule }) => rule)).toContain('no-success')
  })

  test('does not accept more messages than were sent', () => {
    const { level, reasons } = judge(bridgeSummary())
    expect(level).toBe('invalid')
    expect(reasons[0]?.text).toBe('reads: started 1,151,113, but the outcomes add up to 1,151,839, 726 too many')
  })
})
