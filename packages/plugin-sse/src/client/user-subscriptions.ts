import type { HttpPath, RoutePath } from '@benchpress/core'
import type { ClientContext, SentMessage } from '@benchpress/core/plugin'
import type { metrics } from '../metrics.ts'
import type { ResolvedSseOptions } from '../options.ts'
import type { SseClient, SubscribeOptions, Subscription } from '../sse-client.ts'
import { ConnectionRecorder } from './connection-recorder.ts'
import type { EventSource, EventSourceListener, SourcePlace } from './event-source.ts'
import { LeanSource } from './lean-source.ts'
import { LiveSubscription } from './live-subscription.ts'
import { PackageSource } from './package-source.ts'
import { ReceivedMessages } from './received-messages.ts'
import { readSubscribeOptions, type SubscribeSettings } from './subscribe-settings.ts'

/** The context of a client of this plugin. */
export type SseContext = ClientContext<ResolvedSseOptions, typeof metrics, undefined>

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
    const path = where instanceof URL ? where.href : where
    // Such a subscription would never end, and a callback that always subscribes again would never stop.
    if (this.#isOver) throw new Error('sse.subscribe: its user has left')
    const { metrics, deliveries, fail, now, wait } = this.#context
    const settings = readSubscribeOptions(options)
    if (this.#context.options.client === 'eventsource') refuseBeyondStandard(settings)
    let stopWaiting: (() => void) | undefined
    const subscription = new LiveSubscription({
      path: typeof path === 'string' ? path : path.template,
      settings,
      recorder: new ConnectionRecorder(metrics),
      messages: settings.recipients === undefined ? undefined : new ReceivedMessages(deliveries, settings.recipients, settings.payload),
      now,
      createSource: (listener) => this.#createSource(path, settings, listener),
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

  #createSource(path: string | RoutePath, settings: SubscribeSettings, listener: EventSourceListener): EventSource {
    const { http, now, target, options } = this.#context
    const place: SourcePlace = { http, path, settings, now }
    return options.client === 'lean' ? new LeanSource(place, listener) : new PackageSource(place, target, listener)
  }
}

function refuseBeyondStandard({ dataless, onComment, retry, heartbeat }: SubscribeSettings): void {
  const given = [
    dataless && 'dataless',
    onComment !== undefined && 'onComment',
    retry !== undefined && 'retry',
    heartbeat?.timeout !== undefined && 'heartbeat.timeout',
  ].filter((name) => name !== false)
  if (given.length > 0)
    throw new TypeError(`sse.subscribe: the eventsource package knows no ${given.join(', ')}; use sse({ client: 'lean' })`)
}
