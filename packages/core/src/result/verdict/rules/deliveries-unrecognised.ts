import type { TestSummary } from '../../summary/summary.ts'
import { deliveryReasons } from '../delivery-reasons.ts'
import { formatCount, formatNumberOf } from '../figures.ts'
import type { Reason } from '../verdict.ts'

/** Messages were accepted and texts arrived, but no stamp was found in any: then it was most likely looked for in the wrong place. */
export function deliveriesUnrecognised(summary: TestSummary): readonly Reason[] {
  return deliveryReasons(summary, ({ accepted, received, receivedUnaccepted, misdelivered, unstamped, foreign }) => {
    if (accepted === 0 || received + receivedUnaccepted + misdelivered > 0 || unstamped + foreign === 0) return []
    const arrived = `none of ${formatNumberOf(accepted, 'accepted message')} was recognised, although ${formatCount(unstamped + foreign)} arrived`
    const text =
      unstamped > 0
        ? `${arrived}, without a stamp: say how it is found in what arrives, such as by \`payload\``
        : `${arrived}, all of them of another run: the target replays what it has stored`
    return [{ rule: 'deliveries-unrecognised', level: 'suspect', text }]
  })
}
