import type { HttpPath } from '@benchpress/core'
import type { ClientContext, SentMessage } from '@benchpress/core/plugin'
import type { metrics } from '../metrics.ts'
import type { SseClient, SubscribeOptions, Subscription } from '../sse-client.ts'
import { ConnectionRecorder } from './connection-recorder.ts'
import { LiveSubscription } from './live-subscription.ts'
import { ReceivedMessages } from './received-messages.ts'
import { readSubscribeOptions } from './subscribe-settings.ts'

/** The context of a client of this plugin. */
export type SseContext = ClientContext<unknown, typeof metrics, undefined>

/** The subscriptions of one user, all of which end when it is disposed. */
export class UserSubscriptions implements SseClient, Disposable {
  readonly #context: SseContext
  // A list rather than a set, made with the first subscription: most of thousands of users have one, and a set has room for four.
  #open: LiveSubscription[] | undefined
  #isOver = false

  constructor(context: SseContext) {
    this.#context = context
  }

  readonly subscribe = (where: HttpPath, options: SubscribeOptions = {}): Subscription => {
    // Such a subscription would never end, and a callback that always subscribes again would never stop.
    if (this.#isOver) throw new Error('sse.subscribe: its user has left')
    const { http, metrics, deliveries, fail, now, wait } = this.#context
    const settings = readSubscribeOptions(options)
    let stopWaiting: (() => void) | undefined
    const subscription = new LiveSubscription({
      http,
      path: where instanceof URL ? where.href : where,
      settings,
      recorder: new ConnectionRecorder(metrics),
      messages: settings.recipients === undefined ? undefined : new ReceivedMessages(deliveries, settings.recipients, settings.payload),
      now,
      fail,
      onOver: (ended) => {
        this.#forget(ended)
        stopWaiting?.()
      },
    })
    subscription.open()
    stopWaiting = wait()
    if (this.#open === undefined) this.#open = [subscription]
    else this.#open.push(subscription)
    return subscription
  }

  readonly send = (to: string | number | { readonly expected: number }): SentMessage =>
    this.#context.deliveries.send(typeof to === 'object' ? to : { to });

  [Symbol.dispose](): void {
    this.#isOver = true
    const open = this.#open ?? []
    // Subscriptions need not be removed from the list one by one.
    this.#open = undefined
    for (const subscription of open) subscription.close('its user has left')
  }

  #forget(subscription: LiveSubscription): void {
    const index = this.#open?.indexOf(subscription) ?? -1
    if (index !== -1) this.#open?.splice(index, 1)
  }
}
