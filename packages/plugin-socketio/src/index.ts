import type { JourneyReference, PluginReference } from '@benchpress/core'
import type { BroadcastOptions } from './journeys/broadcast.ts'
import type { EchoOptions } from './journeys/echo.ts'
import type { HoldOptions } from './journeys/hold.ts'
import type { SocketioOptions } from './options.ts'
import type { SocketioClient } from './socketio-client.ts'

export type { BroadcastOptions } from './journeys/broadcast.ts'
export type { ConnectionData, JoinOptions } from './journeys/stay-connected.ts'
export type { EchoOptions } from './journeys/echo.ts'
export type { HoldOptions } from './journeys/hold.ts'
export { metrics } from './metrics.ts'
export type { SocketioOptions } from './options.ts'
export type {
  Connection,
  ConnectOptions,
  Disconnection,
  EventListener,
  Reconnection,
  RequestOptions,
  SocketioClient,
  Transport,
  WaitOptions,
} from './socketio-client.ts'
export { SocketioError } from './socketio-client.ts'

declare module '@benchpress/core' {
  interface UserClients {
    readonly socketio: SocketioClient
  }
}

/** Names the plugin for `plugins` of a config, and its ready-made journeys for `journey` of a scenario. */
export interface Socketio {
  (options?: SocketioOptions): PluginReference
  /** A journey that sends an event and waits for the reply, once an iteration. */
  echo(options?: EchoOptions): JourneyReference
  /** A journey that sends one message to many, once an iteration. */
  broadcast(options: BroadcastOptions): JourneyReference
  /** A journey that holds a connection until its user has to stop. */
  hold(options?: HoldOptions): JourneyReference
}

const plugin = import.meta.resolve('@benchpress/plugin-socketio/plugin')
const journeys = import.meta.resolve('@benchpress/plugin-socketio/journeys')

/** Socket.IO: `plugins: [socketio()]` gives every user `user.socketio`. */
export const socketio: Socketio = Object.assign((options: SocketioOptions = {}): PluginReference => ({ module: plugin, options }), {
  echo: (options: EchoOptions = {}): JourneyReference => ({ module: journeys, export: 'echo', options }),
  broadcast: (options: BroadcastOptions): JourneyReference => ({ module: journeys, export: 'broadcast', options }),
  hold: (options: HoldOptions = {}): JourneyReference => ({ module: journeys, export: 'hold', options }),
})
