import type { Journey } from '@benchpress/core'
import { checkOptions, milliseconds, readTemplate } from '@benchpress/plugin-options'
import type { SseEvent, SubscribeOptions, Subscription } from '../sse-client.ts'
import { SseError } from '../sse-error.ts'
import { recipientNamer } from './recipient-names.ts'
import { subscribeJourneySchema, type SubscribeJourneyOptions } from './subscribe-options.ts'

const pauseBehindRefusal = '1s'

/**
 * Makes a journey that holds a subscription until its user has to stop, or for the time of `hold`.
 *
 * A subscription that is refused fails the iteration, after a pause of `retry`: refused users must not retry as fast as they can.
 *
 * @throws TypeError for unknown or wrong options
 */
export function subscribe(options: SubscribeJourneyOptions): Journey {
  checkOptions(subscribeJourneySchema, options, 'sse.subscribe')
  const { path, recipients, events, churn = 0, hold, ...others } = options
  const pathOf = readTemplate(path)
  const nameOf = recipients === undefined ? undefined : recipientNamer(recipients)
  const count = recipients?.count ?? 0
  const name = others.name ?? `GET ${path.replace(/\?.*$/, '')}`
  const expected = events === undefined ? undefined : new Set(events)
  const timeHeld = hold === undefined ? undefined : checkOptions(milliseconds, hold, 'sse.subscribe')
  return async (user) => {
    const names = nameOf === undefined ? undefined : Array.from({ length: count }, (_, index) => nameOf(user.id * count + index))
    const url = pathOf({ user: user.id, recipients: (names ?? []).map(encodeURIComponent).join(',') })
    const onEvent = (event: SseEvent): void => {
      if (expected !== undefined) user.check('event type', expected.has(event.type))
      if (churn > 0 && user.random.next() < churn) subscription.reopen()
    }
    const own: SubscribeOptions = { ...others, name, onEvent, ...(names === undefined ? {} : { recipients: names }) }
    const subscription: Subscription = user.sse.subscribe(url, own)
    const timer = timeHeld === undefined ? undefined : setTimeout(() => subscription.close(), timeHeld)
    try {
      await subscription.opened
      const { cause, reason, status } = await subscription.closed
      if (cause === 'error') throw new SseError(path, reason, status)
    } catch (error) {
      if (error instanceof SseError) await user.think(others.retry ?? pauseBehindRefusal)
      throw error
    } finally {
      clearTimeout(timer)
    }
  }
}
