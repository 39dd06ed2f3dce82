import type { JourneyReference, PluginReference } from '@benchpress/core'
import type { PublishOptions } from './journeys/publish.ts'
import type { SubscribeJourneyOptions } from './journeys/subscribe.ts'
import type { SseClient } from './sse-client.ts'

export type { PublishOptions } from './journeys/publish.ts'
export type { RecipientRange } from './journeys/shared-options.ts'
export type { SubscribeJourneyOptions } from './journeys/subscribe.ts'
export { metrics } from './metrics.ts'
export type {
  Heartbeat,
  HeartbeatTimeout,
  PayloadCodec,
  SseClient,
  SseClosing,
  SseEvent,
  SubscribeOptions,
  Subscription,
} from './sse-client.ts'
export { SseError } from './sse-client.ts'

declare module '@benchpress/core' {
  interface UserClients {
    readonly sse: SseClient
  }
}

/** Names the plugin for `plugins` of a config, and its ready-made journeys for `journey` of a scenario. */
export interface Sse {
  (): PluginReference
  /** A journey that holds a subscription until its user has to stop. */
  subscribe(options: SubscribeJourneyOptions): JourneyReference
  /** A journey that sends one message to a recipient at random. */
  publish(options: PublishOptions): JourneyReference
}

const plugin = import.meta.resolve('@benchpress/plugin-sse/plugin')
const journeys = import.meta.resolve('@benchpress/plugin-sse/journeys')

/** Server-sent events: `plugins: [sse()]` gives every user `user.sse`. */
export const sse: Sse = Object.assign((): PluginReference => ({ module: plugin }), {
  subscribe: (options: SubscribeJourneyOptions): JourneyReference => ({ module: journeys, export: 'subscribe', options }),
  publish: (options: PublishOptions): JourneyReference => ({ module: journeys, export: 'publish', options }),
})
