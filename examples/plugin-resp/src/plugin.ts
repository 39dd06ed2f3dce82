import { definePlugin, type Plugin } from '@benchpress/core/plugin'
import { UserRedis } from './client/user-redis.ts'
import { metrics } from './metrics.ts'
import { optionsSchema, type ResolvedRedisOptions } from './options.ts'
import type { RedisClient } from './redis-client.ts'
import { findServer, type ServerAddress } from './server-address.ts'

const plugin: Plugin<ResolvedRedisOptions, RedisClient, typeof metrics, ServerAddress> = definePlugin({
  name: 'redis',
  options: optionsSchema,
  metrics,
  setup: findServer,
  createClient: (context) => new UserRedis(context),
})

export default plugin
