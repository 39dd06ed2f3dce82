import fc from 'fast-check'
import type { DeliverySummary } from '../../../src/result/summary/delivery-summary.ts'
import type { TimeSummary } from '../../../src/model/metrics/time-summary.ts'

const count = fc.oneof(fc.constant(0), fc.nat(20), fc.nat(10_000_000))
const amount = fc.double({ min: 0, max: 1e6, noNaN: true })
const share = fc.option(fc.double({ min: 0, max: 1, noNaN: true }))

/** Any figures, whether they belong together or not. */
export function anyDeliveries(times: fc.Arbitrary<TimeSummary>): fc.Arbitrary<DeliverySummary> {
  return fc.record({
    name: fc.constantFrom('sse', 'socketio'),
    sent: count,
    accepted: count,
    refused: count,
    unanswered: count,
    expected: count,
    received: count,
    duplicated: count,
    lost: count,
    lostInGap: count,
    lostAfterLeaving: count,
    lostByTarget: count,
    lostByTargetAtMost: count,
    receivedUnaccepted: count,
    misdelivered: count,
    outOfOrder: count,
    foreign: count,
    unstamped: count,
    buffered: count,
    activeSeconds: count,
    bufferedSeconds: count,
    reach: share,
    deliveryTime: times,
    fanOutTime: times,
    stalls: fc.array(fc.record({ at: amount, length: amount, underWay: count }), { maxLength: 10 }),
    gaps: count,
  })
}
