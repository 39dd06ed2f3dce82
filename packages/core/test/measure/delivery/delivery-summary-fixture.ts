import { Histogram } from '../../../src/model/metrics/histogram.ts'
import { summarizeTimes, type TimeSummary } from '../../../src/model/metrics/time-summary.ts'
import type { DeliverySummary } from '../../../src/result/summary/delivery-summary.ts'

/** 10,000 messages that all arrived, but for what is given. */
export function deliveriesOf(given: Partial<DeliverySummary> = {}): DeliverySummary {
  return {
    name: 'sse',
    sent: 10_000,
    accepted: 10_000,
    refused: 0,
    unanswered: 0,
    expected: 10_000,
    received: 10_000,
    duplicated: 0,
    lost: 0,
    lostInGap: 0,
    lostAfterLeaving: 0,
    lostByTarget: 0,
    lostByTargetAtMost: given.lostByTarget ?? 0,
    receivedUnaccepted: 0,
    misdelivered: 0,
    outOfOrder: 0,
    foreign: 0,
    unstamped: 0,
    buffered: 0,
    activeSeconds: 30,
    bufferedSeconds: 0,
    reach: 1,
    deliveryTime: timesOf(1, 2, 3),
    fanOutTime: timesOf(),
    stalls: [],
    gaps: 0,
    ...given,
  }
}

// Times in milliseconds.
function timesOf(...values: readonly number[]): TimeSummary {
  const histogram = new Histogram()
  for (const value of values) histogram.record(value * 1000)
  return summarizeTimes(histogram)
}
