import { definePlugin, type Plugin } from '@benchpress/core/plugin'
import { UserSubscriptions } from './client/user-subscriptions.ts'
import { metrics } from './metrics.ts'
import { optionsSchema, type ResolvedSseOptions } from './options.ts'
import type { SseClient } from './sse-client.ts'

const plugin: Plugin<ResolvedSseOptions, SseClient, typeof metrics, undefined> = definePlugin({
  name: 'sse',
  options: optionsSchema,
  metrics,
  createClient: (context) => new UserSubscriptions(context),
})

export default plugin
