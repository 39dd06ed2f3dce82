import type { TestSummary } from '../../summary/summary.ts'
import { deliveryReasons } from '../delivery-reasons.ts'
import { formatNumberOf } from '../figures.ts'
import type { Reason } from '../verdict.ts'

/**
 * Not one message that the target accepted arrived: of what the test is about nothing was measured.
 *
 * Where texts arrived that nobody recognised, it is most likely the search for their stamps that failed; that is a rule of its own.
 */
export function noDelivery(summary: TestSummary): readonly Reason[] {
  return deliveryReasons(summary, ({ expected, received, receivedUnaccepted, misdelivered, unstamped, foreign, lostByTarget }) => {
    if (expected === 0 || received + receivedUnaccepted + misdelivered + unstamped + foreign > 0) return []
    const why = lostByTarget > 0 ? '' : ': nobody was subscribed to them, or every subscription was refused'
    const text = `not one of ${formatNumberOf(expected, 'message')} that the target accepted arrived${why}`
    return [{ rule: 'no-delivery', level: 'invalid', text }]
  })
}
