import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DeliveryTotals } from '../../../src/measure/delivery/delivery-totals.ts'
import { type DeliverySummary, summarizeDeliveries } from '../../../src/result/summary/delivery-summary.ts'
import { expectTimes } from '../../exact/expected-times.ts'
import { anyHistory, type Happening } from './delivery-history.ts'
import { countAll, isFor, reachedBy } from './delivery-model.ts'
import { bufferedOf, secondsOf, stallsOf, timesOfDelivery, timesOfFanOut } from './delivery-times.ts'
import { play, playStart, type Played } from './play-history.ts'

const second = 1_000_000

/** The report on a history that three threads saw. */
function report({ told }: Played): { totals: DeliveryTotals; summary: DeliverySummary | undefined } {
  const totals = new DeliveryTotals()
  // In any order: a thread may report arrivals before another one reports their send.
  for (const thread of told.toReversed()) for (const { snapshot } of thread) totals.add(structuredClone(snapshot))
  return { totals, summary: summarizeDeliveries('played', totals) }
}

/** The part of what happened that counts. */
function inRun({ messages, arrivals }: Played, runStart: number): Pick<Played, 'messages' | 'arrivals'> {
  return {
    messages: messages.filter(({ sentAt }) => sentAt >= runStart),
    arrivals: arrivals.filter(({ message }) => message.sentAt >= runStart),
  }
}

/** The same history, in which no message to several reaches more than it is expected by: which of these count depends on which thread reports first. */
function fitted(history: readonly Happening[]): Happening[] {
  const { messages, arrivals } = play(history)
  const reached = messages.map((message) =>
    reachedBy(
      message,
      arrivals.filter((arrival) => arrival.message === message && isFor(message, arrival.recipient)),
    ),
  )
  return history.map((happening) => {
    if (happening.kind !== 'send') return happening
    const most = reached.shift() ?? 0
    return happening.expected === undefined ? happening : { ...happening, expected: Math.max(happening.expected, most) }
  })
}

const histories = fc.constantFrom(30_000, second, 3 * second).chain((longest) => anyHistory(longest).map(fitted))
const warmups = fc.constantFrom(0, 0, 2_345_678)

test('deliveries of several threads are reported as they happened, to the microsecond', () => {
  fc.assert(
    fc.property(histories, warmups, (history, warmup) => {
      const runStart = playStart + warmup
      const played = play(history, warmup)
      const { messages, arrivals } = inRun(played, runStart)
      const { totals, summary } = report(played)
      if (summary === undefined) return messages.length === 0
      const { lost, ...counts } = countAll(messages, played.recipients, arrivals)
      expect(summary).toMatchObject({
        ...counts,
        unanswered: counts.sent - counts.accepted - counts.refused,
        lost: lost.inGap + lost.afterLeaving + lost.byTarget,
        lostInGap: lost.inGap,
        lostAfterLeaving: lost.afterLeaving,
        lostByTarget: lost.byTarget,
        lostByTargetAtMost: lost.byTarget + lost.unclear,
        reach: counts.expected === 0 ? null : counts.received / counts.expected,
        buffered: bufferedOf(arrivals).length,
        activeSeconds: secondsOf(arrivals, runStart),
        bufferedSeconds: secondsOf(bufferedOf(arrivals), runStart),
        gaps: played.recipients.flatMap(({ gaps }) => gaps).length,
      })
      expectTimes(summary.deliveryTime, timesOfDelivery(arrivals), 'delivery times')
      expectTimes(summary.fanOutTime, timesOfFanOut(messages, arrivals), 'fan-out times')
      expect(totals.timeline.stalls()).toEqual(stallsOf(arrivals, runStart))
      return true
    }),
    { numRuns: 200, endOnFailure: true },
  )
})

test('a stall ends with the arrival that ends it, and begins with the one before or the first send that waits for it, to the microsecond', () => {
  const send: Happening = { after: 1000, kind: 'send', thread: 0, name: 0, expected: undefined }
  const deliver: Happening = { after: 777, kind: 'deliver', message: 0, times: 1 }
  const atOnce = Array.from({ length: 9 }, (_, message) => [send, { ...deliver, message }]).flat()
  const history: Happening[] = [
    { after: 0, kind: 'join', thread: 1, names: [0] },
    ...atOnce,
    // Nothing is under way for a second, and then two messages are, for 800,009 µs.
    { ...send, after: second },
    { ...send, after: 9 },
    { ...deliver, after: 800_000, message: 9 },
    // The other one was on its way when the first came.
    { ...deliver, after: 600_001, message: 10 },
  ]
  const from = 9 * 1777 + second
  expect(report(play(history)).summary?.stalls).toEqual([
    { at: from / second, length: 0.800_009, underWay: 2 },
    { at: (from + 800_009) / second, length: 0.600_001, underWay: 1 },
  ])
})
