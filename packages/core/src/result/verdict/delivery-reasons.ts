import type { DeliverySummary } from '../summary/delivery-summary.ts'
import type { TestSummary } from '../summary/summary.ts'
import type { Reason } from './verdict.ts'

/** Collects the reasons of each plugin that carried messages; with several, each text begins with the name of its own. */
export function deliveryReasons(
  { deliveries }: TestSummary,
  judgeDeliveries: (deliveries: DeliverySummary) => readonly Reason[],
): readonly Reason[] {
  return deliveries.flatMap((each) =>
    judgeDeliveries(each).map((reason) => (deliveries.length === 1 ? reason : { ...reason, text: `${each.name}: ${reason.text}` })),
  )
}
