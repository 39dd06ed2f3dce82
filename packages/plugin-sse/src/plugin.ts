import { definePlugin, type Plugin } from '@benchpress/core/plugin'
import { strictObject } from '@benchpress/plugin-options'
import { nullish } from 'valibot'
import { UserSubscriptions } from './client/user-subscriptions.ts'
import { metrics } from './metrics.ts'
import type { SseClient } from './sse-client.ts'

const plugin: Plugin<object, SseClient, typeof metrics, undefined> = definePlugin({
  name: 'sse',
  // There are no options, and a misspelt one of another plugin is refused.
  options: nullish(strictObject({}), {}),
  metrics,
  createClient: (context) => new UserSubscriptions(context),
})

export default plugin
