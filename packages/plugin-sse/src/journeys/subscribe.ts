import type { Journey } from '@benchpress/core'
import { checkOptions, readTemplate, strictObject, text } from '@benchpress/plugin-options'
import { type SseEvent, type SubscribeOptions, type Subscription, type PayloadCodec, SseError } from '../sse-client.ts'
import { recipientNamer, streamPathSchema, rangeSchema, type RecipientRange } from './shared-options.ts'
import * as v from 'valibot'
import { payloadSchema, subscribeShape, type DataOption } from '../client/subscribe-settings.ts'

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
}

const shareKind = 'must be a number from 0 to 1'
const share = v.pipe(v.number(shareKind), v.minValue(0, shareKind), v.maxValue(1, shareKind))

const subscribeJourneySchema = strictObject({
  ...subscribeShape,
  path: streamPathSchema,
  recipients: v.optional(rangeSchema),
  payload: v.optional(payloadSchema),
  events: v.optional(v.array(text, 'must be a list of types')),
  churn: v.optional(share),
})

const pauseBehindRefusal = '1s'

/**
 * Makes a journey that holds a subscription until its user has to stop.
 *
 * A subscription that is refused fails the iteration, after a pause of `retry`: refused users must not retry as fast as they can.
 *
 * @throws TypeError for unknown or wrong options
 */
export function subscribe(options: SubscribeJourneyOptions): Journey {
  checkOptions(subscribeJourneySchema, options, 'sse.subscribe')
  const { path, recipients, events, churn = 0, ...others } = options
  const pathOf = readTemplate(path)
  const nameOf = recipients === undefined ? undefined : recipientNamer(recipients)
  const count = recipients?.count ?? 0
  const name = others.name ?? `GET ${path.replace(/\?.*$/, '')}`
  const expected = events === undefined ? undefined : new Set(events)
  return async ({ user, sse }) => {
    const names = nameOf === undefined ? undefined : Array.from({ length: count }, (_, index) => nameOf(user.id * count + index))
    const url = pathOf({ user: user.id, recipients: (names ?? []).map(encodeURIComponent).join(',') })
    const onEvent = (event: SseEvent): void => {
      if (expected !== undefined) user.check('event type', expected.has(event.type))
      if (churn > 0 && user.random.next() < churn) subscription.reopen()
    }
    const own: SubscribeOptions = { ...others, name, onEvent, ...(names === undefined ? {} : { recipients: names }) }
    const subscription: Subscription = sse.subscribe(url, own)
    try {
      await subscription.opened
      const { cause, reason, status } = await subscription.closed
      if (cause === 'error') throw new SseError(path, reason, status)
    } catch (error) {
      if (error instanceof SseError) await user.think(others.retry ?? pauseBehindRefusal)
      throw error
    }
  }
}
