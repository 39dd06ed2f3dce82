import type { Clock } from '../base/clock/clock.ts'
import type { MetricDefinitions } from '../model/metrics/metric-definition.ts'
import type { Plugin, PluginClient } from '../load/plugin/plugin.ts'
import type { JourneyUser } from '../load/user/journey.ts'
import type { Recorded } from './recorded.ts'

/** A plugin, whatever its options, its clients, its metrics and what it shares are. */
export interface AnyPlugin extends Pick<Plugin, 'name' | 'options' | 'metrics'> {
  setup?(context: never): unknown
  createClient(context: never): object & PluginClient
  teardown?(context: never): unknown
}

/** How a test user is made. */
export interface TestUserOptions {
  /** URL of a server that answers. */
  readonly target: string
  /** Options of the plugin, as a config would give them. Default: those of the reference, and none for a plugin itself. */
  readonly options?: unknown
  /** What `setup` of the plugin would have returned; set-up itself is not run. */
  readonly shared?: unknown
  /** What `beforeAll` of a journey would have returned: the user's `shared`. */
  readonly journeyShared?: unknown
  /** Metrics of the journey's own, as a config declares them. */
  readonly metrics?: MetricDefinitions
  readonly env?: Readonly<Record<string, string>>
  /** What everything random starts from. Default 1. */
  readonly seed?: number
  /**
   * A `ManualClock` to decide what time it is. Default: the clock of the process.
   *
   * With a manual one, `think` and `sleepUntil` wait until it is moved, all times are read from it, and no request times out before it says so.
   */
  readonly clock?: Clock
}

/** One user with the client of a plugin, outside of any run: all that a journey is given, and what was recorded of it. */
export interface TestUser extends JourneyUser, AsyncDisposable {
  /** What it did so far. */
  recorded(): Recorded
  /**
   * Disposes of its clients and closes its connections; once, however often it is called.
   *
   * @throws what a client throws when it is disposed of
   */
  leave(): Promise<void>
}
