import type { JourneyReference, PluginReference } from '@benchpress/core'
import type { GetJourneyOptions, MixedJourneyOptions, SetJourneyOptions } from './journeys/options.ts'
import type { RedisOptions } from './options.ts'
import type { RedisClient } from './redis-client.ts'

export type { GetJourneyOptions, KeySpaceOptions, MixedJourneyOptions, SetJourneyOptions } from './journeys/options.ts'
export { metrics } from './metrics.ts'
export type { RedisOptions } from './options.ts'
export type { CommandPart, GetOptions, RedisClient, RedisReply, SetOptions } from './redis-client.ts'
export { RedisError, type CommandOutcome } from './redis-error.ts'

declare module '@benchpress/core' {
  interface UserClients {
    readonly redis: RedisClient
  }
}

/** Names the plugin for `plugins` of a config, and its ready-made journeys for `journey` of a scenario. */
export interface RedisPlugin {
  (options?: RedisOptions): PluginReference
  /** A journey that sets keys of a key space. */
  set(options?: SetJourneyOptions): JourneyReference
  /** A journey that gets keys of a key space, and checks that each value is the one that `set` writes. */
  get(options?: GetJourneyOptions): JourneyReference
  /** A journey that sets and gets keys at random. */
  mixed(options?: MixedJourneyOptions): JourneyReference
}

const plugin = import.meta.resolve('@benchpress/example-plugin-resp/plugin')
const journeys = import.meta.resolve('@benchpress/example-plugin-resp/journeys')

/** Redis, and other servers with its protocol: `plugins: [redis()]` gives every user `user.redis`. */
export const redis: RedisPlugin = Object.assign((options: RedisOptions = {}): PluginReference => ({ module: plugin, options }), {
  set: (options: SetJourneyOptions = {}): JourneyReference => ({ module: journeys, export: 'set', options }),
  get: (options: GetJourneyOptions = {}): JourneyReference => ({ module: journeys, export: 'get', options }),
  mixed: (options: MixedJourneyOptions = {}): JourneyReference => ({ module: journeys, export: 'mixed', options }),
})
