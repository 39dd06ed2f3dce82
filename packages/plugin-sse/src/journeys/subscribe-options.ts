import { z } from 'zod'
import { milliseconds } from '../check/duration.ts'
import { strictObject } from '../check/strict-object.ts'
import { payloadSchema, subscribeShape, type DataOption } from '../client/subscribe-shape.ts'
import type { PayloadCodec, SubscribeOptions } from '../sse-client.ts'
import { pathSchema } from './path-schema.ts'
import { rangeSchema, type RecipientRange } from './recipient-names.ts'

/** How the ready-made subscribers behave. Data that can be cloned. */
export interface SubscribeJourneyOptions extends Omit<Pick<SubscribeOptions, DataOption>, 'recipients'> {
  /** May contain `{user}`, the number of the user, and `{recipients}`, its names in a list with commas. */
  readonly path: string
  /** Who its users are to publishers: the first is the recipients 0 to `count` - 1, and so on. With them, stamped messages are counted. */
  readonly recipients?: RecipientRange
  readonly payload?: Exclude<PayloadCodec, (data: string) => string>
  /** Types that events may have: each event is checked as `event type`. */
  readonly events?: readonly string[]
  /** Chance, from 0 to 1, that a user closes its connection after an event and opens another one at once. Default 0. */
  readonly churn?: number
  /** How long a subscription is held, as `5m` or in seconds; then the iteration ends. Default: until the user has to stop. */
  readonly hold?: string | number
}

/** How they are checked. */
export const subscribeJourneySchema: z.ZodType = strictObject({
  ...subscribeShape,
  path: pathSchema,
  recipients: rangeSchema.optional(),
  payload: payloadSchema.optional(),
  events: z.array(z.string(), { error: 'must be a list of types' }).optional(),
  churn: z.number({ error: 'must be a number from 0 to 1' }).min(0).max(1).optional(),
  hold: milliseconds.optional(),
})
