import { milliseconds, strictObject, text } from '@benchpress/plugin-options'
import * as v from 'valibot'
import { payloadSchema, subscribeShape, type DataOption } from '../client/subscribe-shape.ts'
import type { PayloadCodec, SubscribeOptions } from '../sse-client.ts'
import { pathSchema } from './publish-options.ts'
import { rangeSchema, type RecipientRange } from './recipient-names.ts'

/** Options of the ready-made subscribers. Data that can be cloned. */
export interface SubscribeJourneyOptions extends Omit<Pick<SubscribeOptions, DataOption>, 'recipients'> {
  /** Path of the stream, which may contain `{user}`, the number of the user, and `{recipients}`, the names of the user in a list with commas. */
  readonly path: string
  /** Names of the users as recipients: the first user is the recipients 0 to `count` - 1, and so on. With names, stamped messages are counted. */
  readonly recipients?: RecipientRange
  readonly payload?: Exclude<PayloadCodec, (data: string) => string>
  /** Accepted types of events: each event is checked as `event type`. */
  readonly events?: readonly string[]
  /** Probability, from 0 to 1, that a user closes its connection after an event and opens another one at once. Default 0. */
  readonly churn?: number
  /** Time for which a subscription is held, as `5m` or in seconds; then the iteration ends. Default: until the user has to stop. */
  readonly hold?: string | number
}

const shareKind = 'must be a number from 0 to 1'
const share = v.pipe(v.number(shareKind), v.minValue(0, shareKind), v.maxValue(1, shareKind))

/** The schema of {@link SubscribeJourneyOptions}. */
export const subscribeJourneySchema: v.GenericSchema = strictObject({
  ...subscribeShape,
  path: pathSchema,
  recipients: v.optional(rangeSchema),
  payload: v.optional(payloadSchema),
  events: v.optional(v.array(text, 'must be a list of types')),
  churn: v.optional(share),
  hold: v.optional(milliseconds),
})
