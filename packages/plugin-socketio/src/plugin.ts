import { definePlugin, type Plugin } from '@benchpress/core/plugin'
import { UserConnections } from './connection/user-connections.ts'
import { metrics } from './metrics.ts'
import { optionsSchema, type ResolvedSocketioOptions } from './options.ts'
import type { SocketioClient } from './socketio-client.ts'

const plugin: Plugin<ResolvedSocketioOptions, SocketioClient, typeof metrics, undefined> = definePlugin({
  name: 'socketio',
  options: optionsSchema,
  metrics,
  createClient: (context) => new UserConnections(context),
})

export default plugin
