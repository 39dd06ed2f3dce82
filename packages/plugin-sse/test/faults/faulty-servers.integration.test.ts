import type { DeliverySummary } from '@benchpress/core'
import { describe, expect, test } from 'vitest'
import { expectReasons } from './expect-reasons.ts'
import { runMessages, transit } from './run-messages.ts'

const allArrived = { lost: 0, lostInGap: 0, lostAfterLeaving: 0, lostByTarget: 0, duplicated: 0, outOfOrder: 0, gaps: 0 }
const nothingElse = { refused: 0, unanswered: 0, misdelivered: 0, receivedUnaccepted: 0, foreign: 0, unstamped: 0 }
const nothingWrong: Partial<DeliverySummary> = { ...allArrived, ...nothingElse }

// Many runs at a time, which are judged only by their counts.
describe.concurrent.each([0, 2])('with %d workers', (workers) => {
  test('a server without faults gives no reason', async () => {
    const outcome = await runMessages({ workers, tell: { publishers: 2 } })
    expect(outcome.deliveries).toMatchObject({ ...nothingWrong, sent: 2000, accepted: 2000, expected: 2000, received: 2000, reach: 1 })
    expect(outcome.counters).toMatchObject({ posted: 2000, written: 2000, opened: 10 })
    expectReasons(outcome, {})
  })

  test('a server that drops every 100th message is reported to have lost them', async () => {
    const outcome = await runMessages({ workers, server: { dropEvery: 100 }, tell: { publishers: 2 }, hear: { linger: transit } })
    const lost = { lost: 20, lostByTarget: 20, received: 1980 }
    expect(outcome.deliveries).toMatchObject({ ...nothingWrong, sent: 2000, accepted: 2000, expected: 2000, ...lost, reach: 0.99 })
    expect(outcome.counters).toMatchObject({ posted: 2000, dropped: 20, written: 1980 })
    expectReasons(outcome, { 'deliveries-lost': /^the target lost 20 messages of 2,000 that were expected \(1 %\)/ })
  })

  test('a server that repeats every 100th message is reported, and no message counts as received twice', async () => {
    const outcome = await runMessages({ workers, server: { duplicateEvery: 100 }, tell: { publishers: 2 } })
    expect(outcome.deliveries).toMatchObject({ ...nothingWrong, accepted: 2000, expected: 2000, received: 2000, duplicated: 20, reach: 1 })
    expect(outcome.counters).toMatchObject({ posted: 2000, duplicated: 20, written: 2020 })
    expectReasons(outcome, { 'deliveries-repeated': /^20 arrivals of 2,020 were repetitions \(0\.99 %\)/ })
  })

  test('a server that writes every 100th message after the next one is reported', async () => {
    const outcome = await runMessages({ workers, server: { reorderEvery: 100 } })
    expect(outcome.deliveries).toMatchObject({ ...nothingWrong, accepted: 1000, received: 1000, outOfOrder: 10, reach: 1 })
    expect(outcome.counters).toMatchObject({ reordered: 10, written: 1000 })
    expectReasons(outcome, { 'deliveries-out-of-order': /^10 messages of 1,000 \(1 %\) arrived out of order/ })
  })

  test('messages that go to another subscriber count as misdelivered and as lost', async () => {
    const outcome = await runMessages({ workers, server: { misdeliverEvery: 100 }, hear: { linger: transit } })
    const gone = { misdelivered: 10, lost: 10, lostByTarget: 10, received: 990 }
    expect(outcome.deliveries).toMatchObject({ ...nothingWrong, accepted: 1000, ...gone })
    expect(outcome.counters).toMatchObject({ misdelivered: 10, written: 1000 })
    expectReasons(outcome, {
      'deliveries-lost': /^the target lost 10 messages of 1,000/,
      'deliveries-unexpected': /^10 messages arrived at a recipient that they were not for/,
    })
  })

  test('faults that come together are counted apart', async () => {
    const server = { dropEvery: 100, duplicateEvery: 100, reorderEvery: 100, misdeliverEvery: 100 }
    const outcome = await runMessages({ workers, server, hear: { linger: transit } })
    const gone = { lost: 20, lostByTarget: 20, received: 980 }
    expect(outcome.deliveries).toMatchObject({ ...nothingWrong, ...gone, duplicated: 10, outOfOrder: 10, misdelivered: 10 })
    expect(outcome.counters).toMatchObject({ dropped: 10, duplicated: 10, reordered: 10, misdelivered: 10, written: 1000 })
    expectReasons(outcome, {
      'deliveries-lost': /20 messages/,
      'deliveries-repeated': /10 arrivals of 990/,
      'deliveries-out-of-order': /10 messages of 980/,
      'deliveries-unexpected': /10 messages/,
    })
  })

  test('a server that accepts every message and loses it is reported', async () => {
    const outcome = await runMessages({ workers, server: { dropEvery: 1 }, hear: { linger: transit } })
    const none = { received: 0, reach: 0, lost: 1000, lostByTarget: 1000, deliveryTime: { count: 0, p50: null } }
    expect(outcome.deliveries).toMatchObject({ ...nothingWrong, sent: 1000, accepted: 1000, expected: 1000, ...none })
    expectReasons(outcome, { 'deliveries-lost': /^the target lost 1,000 messages of 1,000 that were expected \(100 %\)/ })
  })

  test('a message that the server refuses is not expected', async () => {
    const outcome = await runMessages({ workers, server: { refuse: { every: 100 } } })
    const refused = { accepted: 990, refused: 10, expected: 990, received: 990, reach: 1 }
    expect(outcome.deliveries).toMatchObject({ ...nothingWrong, sent: 1000, ...refused })
    expect(outcome.counters).toMatchObject({ posted: 1000, refused: 10, written: 990 })
    expectReasons(outcome, {})
  })

  test('a message that is refused and still delivered does not count as received, and is reported', async () => {
    const outcome = await runMessages({ workers, server: { refuse: { every: 100, delivers: true } } })
    const refused = { accepted: 990, refused: 10, expected: 990, received: 990, receivedUnaccepted: 10, reach: 1 }
    expect(outcome.deliveries).toMatchObject({ ...nothingWrong, ...refused, deliveryTime: { count: 1000 } })
    expect(outcome.counters).toMatchObject({ refused: 10, written: 1000 })
    expectReasons(outcome, {
      'deliveries-unexpected': /^10 messages arrived that the target had not accepted: it refused 10 and left 0 without a response/,
    })
  })

  test('a message that is delivered without a response to its sender does not count as received, and is reported', async () => {
    const outcome = await runMessages({ workers, server: { leaveUnanswered: { every: 100, delivers: true } } })
    const unanswered = { accepted: 990, unanswered: 10, expected: 990, received: 990, receivedUnaccepted: 10 }
    expect(outcome.deliveries).toMatchObject({ ...nothingWrong, ...unanswered })
    expect(outcome.counters).toMatchObject({ posted: 1000, unanswered: 10, written: 1000 })
    expectReasons(outcome, { 'deliveries-unexpected': /^10 messages .* refused 0 and left 10 without a response/ })
  })

  test('a server that writes nothing for a second is reported to have stalled, with the messages that were held back', async () => {
    const server = { stall: { behind: 100, until: 150, length: 1000 } }
    const outcome = await runMessages({ workers, server, tell: { messages: 150 } })
    expect(outcome.deliveries).toMatchObject({ ...nothingWrong, received: 150 })
    expect(outcome.deliveries.stalls).toContainEqual({ at: expect.any(Number), length: expect.any(Number), underWay: 50 })
    expect(outcome.counters.stalled).toBe(50)
    // An accuracy test checks the length of the stall.
    expectReasons(outcome, {
      'deliveries-stalled': /^nothing was delivered anywhere for [\d.]+ m?s at [\d.]+ s, although 50 messages were under way/,
    })
  })

  test('a server that collects messages before it writes them is reported to buffer', async () => {
    // Messages that arrive together were sent at least 60 ms apart.
    const outcome = await runMessages({
      workers,
      subscribers: 2,
      server: { buffer: 300 },
      tell: { messages: 60, recipients: 1, pause: '60ms' },
    })
    const { bunched } = outcome.counters
    expect(bunched).toBeGreaterThan(50)
    expect(outcome.deliveries).toMatchObject({ ...nothingWrong, received: 60, buffered: bunched })
    expectReasons(outcome, { 'deliveries-buffered': new RegExp(`^${share(bunched / 60)} of the messages came in one read with others`) })
  })
})

function share(part: number): string {
  return `${(part * 100).toLocaleString('en-US', { maximumSignificantDigits: 3 })} %`
}
