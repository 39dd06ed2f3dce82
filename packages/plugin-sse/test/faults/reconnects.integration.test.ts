import type { MetricSummary, Result } from '@benchpress/core'
import { describe, expect, test } from 'vitest'
import { expectReasons } from './expect-reasons.ts'
import { runMessages, transit } from './run-messages.ts'

// A connection ends after ten messages, and the next one opens when at least two messages for it have come.
const ending = { endAfter: 10, away: 20, retry: 5 }
const subscribers = 10

describe.concurrent.each([0, 2])('with %d workers, subscribers whose connections end', (workers) => {
  test('subscribers miss messages while they reconnect, and no other messages', async () => {
    const outcome = await runMessages({
      workers,
      server: ending,
      tell: { messages: 600, publishers: 2 },
      hear: { linger: transit },
    })
    const { deliveries, counters, result } = outcome
    const missing = counters.unheard
    expect(missing).toBeGreaterThan(0)
    expect(deliveries).toMatchObject({ accepted: 1200, expected: 1200, duplicated: 0, received: 1200 - missing })
    expect(deliveries).toMatchObject({ lost: missing, lostInGap: missing, lostByTarget: 0, lostAfterLeaving: 0 })
    expectConnections(result, counters.opened, deliveries.gaps)
    expectReasons(outcome, { 'deliveries-lost': /none of them while its recipient was connected/ })
  })

  test('subscribers miss nothing when they resume after the last id at a server that keeps messages', async () => {
    const server = { ...ending, keeps: true }
    const outcome = await runMessages({ workers, server, tell: { messages: 600 } })
    const { deliveries, counters, result } = outcome
    expect(counters).toMatchObject({ unheard: 0, written: 600 })
    expect(counters.replayed).toBeGreaterThan(0)
    expect(deliveries).toMatchObject({ accepted: 600, received: 600, lost: 0, duplicated: 0 })
    expectConnections(result, counters.opened, deliveries.gaps)
    expectAllResumed(result.metrics['sse_resumes'])
    expectReasons(outcome, {})
  })

  test('subscribers miss nothing when they resume after their own reconnects, in the midst of messages', async () => {
    const outcome = await runMessages({
      workers,
      server: { keeps: true },
      tell: { messages: 600, publishers: 2 },
      hear: { churn: 0.1, linger: transit },
    })
    const { deliveries, counters, result } = outcome
    expect(counters.opened).toBeGreaterThan(subscribers * 3)
    expect(deliveries).toMatchObject({ accepted: 1200, received: 1200, lost: 0, duplicated: 0 })
    expectConnections(result, counters.opened, deliveries.gaps)
    expectAllResumed(result.metrics['sse_resumes'])
  })

  test('a server that replays one message too many is reported to repeat it', async () => {
    const server = { ...ending, keeps: true, replays: 'one too many' } as const
    const outcome = await runMessages({ workers, server, tell: { messages: 600 } })
    const { deliveries, counters, result } = outcome
    const again = counters.opened - subscribers
    expect(counters.replayedAgain).toBe(again)
    expect(deliveries).toMatchObject({ accepted: 600, received: 600, lost: 0, duplicated: again })
    expect(result.metrics['sse_resumes']).toMatchObject({ total: again, hits: 0 })
    expectReasons(outcome, { 'deliveries-repeated': new RegExp(`^${again} arrivals`) })
  })

  test('a server that replays one message too few is reported to lose it', async () => {
    const server = { ...ending, keeps: true, replays: 'one too few' } as const
    const outcome = await runMessages({ workers, server, tell: { messages: 600 }, hear: { linger: transit } })
    const { deliveries, counters } = outcome
    const missing = counters.notReplayed
    expect(missing).toBeGreaterThan(0)
    expect(deliveries).toMatchObject({ accepted: 600, received: 600 - missing, lost: missing, lostInGap: missing, duplicated: 0 })
    const why = new RegExp(`^${missing} messages? of 600 .*${missing} w(as|ere) lost while the recipient was reconnecting`)
    expectReasons(outcome, { 'deliveries-lost': why })
  })

  // Messages are sent so far apart that only something that holds them back brings them together.
  test.each([
    { server: { ...ending, keeps: true, replays: 'all' }, isBuffer: false },
    { server: { ...ending, keeps: true, away: 3 }, isBuffer: false },
    { server: { ...ending, endAfter: 20, away: 2, keeps: true, buffer: 300 }, isBuffer: true },
  ] as const)('what is replayed on a new connection was not held back, other than by a buffer: %o', async ({ server, isBuffer }) => {
    const { deliveries, counters, reasons } = await runMessages({
      workers,
      subscribers: 2,
      server,
      tell: { messages: 80, recipients: 1, pause: '60ms' },
    })
    expect(counters.replayed).toBeGreaterThan(0)
    expect(deliveries).toMatchObject({ received: 80, lost: 0, duplicated: counters.replayedAgain })
    expect('deliveries-buffered' in reasons).toBe(isBuffer)
  })

  test('subscribers miss messages while no connection is possible, and are all connected again afterwards', async () => {
    const outcome = await runMessages({
      workers,
      server: { outage: { behind: 300, length: 500 } },
      tell: { messages: 600 },
      hear: { linger: transit, subscribe: { retry: '10ms' } },
    })
    const { deliveries, counters, result } = outcome
    const unanswered = 600 - counters.posted
    expect(unanswered).toBeGreaterThan(0)
    expect(deliveries).toMatchObject({ sent: 600, accepted: counters.posted, unanswered, expected: counters.posted, duplicated: 0 })
    expect(deliveries).toMatchObject({ received: counters.posted - counters.unheard, lostInGap: counters.unheard, lost: counters.unheard })
    expect(counters.opened).toBe(2 * subscribers)
    expectConnections(result, counters.opened, deliveries.gaps)
    expect(result.metrics['sse_refused']).toMatchObject({ by: { series: [{ name: expect.stringMatching(/ECONNREFUSED/) }] } })
    // All users completed nevertheless.
    for (const { users } of result.scenarios) expect(users?.iterations).toMatchObject({ failed: 0, aborted: 0 })
  })
})

function expectConnections({ metrics }: Result, opened: number, gaps: number): void {
  expect(gaps).toBe(opened - subscribers)
  expect(metrics).toMatchObject({
    sse_opened: { count: opened },
    sse_closed: { count: opened },
    sse_reconnect_gap: { values: { count: gaps } },
  })
}

// Connections without events are not judged.
function expectAllResumed(resumes: MetricSummary | undefined): void {
  if (resumes?.type !== 'rate') throw new Error('no rate')
  expect(resumes.total).toBeGreaterThan(0)
  expect(resumes.hits).toBe(resumes.total)
}
