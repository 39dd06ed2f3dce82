import { z } from 'zod'
import type { DeliverySummary } from '../summary/delivery-summary.ts'
import { timeSchema } from './figure-schemas.ts'
import { amount, amountOrNull, count, instant, mirror } from './schema-parts.ts'

const stallSchema = z.strictObject({
  at: instant('When it began'),
  length: amount('How long it was, in seconds'),
  underWay: count('Messages that were under way, and arrived afterwards'),
})

/** Messages that users pushed to each other. */
export const deliverySummarySchema: z.ZodType<DeliverySummary> = mirror<DeliverySummary>('Deliveries')(
  z.strictObject({
    name: z.string().describe('The plugin that carried them'),
    sent: count('Messages sent in the run phase: accepted + refused + unanswered'),
    accepted: count('Messages the target accepted'),
    refused: count('Messages the target refused'),
    unanswered: count('Messages of which the sender heard neither'),
    expected: count('Messages accepted times their recipients: received + lost'),
    received: count('Of those expected, how many arrived, each counted once'),
    duplicated: count('Arrivals beyond the first at the same recipient'),
    lost: count('Of those expected, how many did not arrive: lostInGap + lostAfterLeaving + lostByTarget'),
    lostInGap: count('Lost while the recipient was reconnecting'),
    lostAfterLeaving: count('Lost while the recipient was not there: not yet, or not any more'),
    lostByTarget: count('Lost for no reason that the generator has'),
    lostByTargetAtMost: count(
      'Of those lost, how many the target may have lost: of messages to several it is not known which recipients they did not reach',
    ),
    receivedUnaccepted: count('Arrivals of messages that the target had not accepted, as far as the sender knows'),
    misdelivered: count('Arrivals at a recipient the message was not for, or at more recipients than its sender expected'),
    outOfOrder: count('Arrivals behind a message to the same recipient that was sent only after they had been accepted'),
    foreign: count('Arrivals of messages of another run'),
    unstamped: count('Arrivals without a stamp'),
    buffered: count('Arrivals in one read with a message that was sent at least 50 ms earlier or later'),
    activeSeconds: count('Seconds in which anything arrived'),
    bufferedSeconds: count('Of those seconds, in how many some of those arrived'),
    reach: amountOrNull('received / expected, 0 to 1'),
    deliveryTime: timeSchema.describe('From the send to the first arrival'),
    fanOutTime: timeSchema.describe('From the send to the arrival at the last recipient, of messages to several that reached all'),
    stalls: z.array(stallSchema).describe('Times without any arrival although messages were under way, the longest first'),
    gaps: count('Times in which a recipient could not receive'),
  }),
)
