import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Deliveries } from '../../measure/delivery/deliveries.ts'
import type { MetricDefinitions } from '../../measure/recorder/own-metric.ts'
import type { HttpClient } from '../user/http/http-client.ts'
import type { Awaitable, SeededRandom, SetupContext } from '../user/journey.ts'
import type { MetricRecorders } from '../user/metric-recorders.ts'
import type { PluginRequests } from '../user/plugin-requests.ts'

/**
 * A plugin as a config names it: data that any thread can load it from.
 *
 * A plugin's package exports a function that returns one, such as `sse()`.
 */
export interface PluginReference {
  /** URL or path of the module that default-exports the plugin; `import.meta.resolve` gives one that holds everywhere. */
  readonly module: string
  /** Checked by the plugin in each thread. Data that can be cloned; a function belongs into a journey file. */
  readonly options?: unknown
}

/** What `setup` and `teardown` of a plugin are given, in the thread that called `run()`. Read-only. */
export interface PluginContext<Options = unknown> extends SetupContext {
  readonly options: Options
}

/**
 * What a client is made of: one user, as a plugin sees it, in the thread of that user. Read-only.
 *
 * Times are microseconds on the clock of the process, which all threads share.
 */
export interface ClientContext<Options = unknown, Metrics extends MetricDefinitions = MetricDefinitions, Shared = unknown> {
  readonly options: Options
  /** What `setup` returned, a copy for each worker. */
  readonly shared: Shared
  /** URL of the target; where that is several servers, of the one that is the user's by its number. */
  readonly target: string
  /**
   * Where `target` is, as `connect` of `node:net` takes it: the address that the run resolved once, or `unixSocket` of the config.
   *
   * What connects by the name in `target` asks the resolver for each connection, may end at another server, and misses a Unix socket.
   */
  readonly address: { readonly host: string; readonly port: number } | { readonly path: string }
  readonly env: Readonly<Record<string, string>>
  /** Of the user; dense over its scenario. */
  readonly userId: number
  /** The user's own HTTP client, whose requests count. */
  readonly http: HttpClient
  /** Aborts when the user has to stop. */
  readonly signal: AbortSignal
  /** Random numbers of this client alone: the same in each run with the same seed, whatever the journey draws. */
  readonly random: SeededRandom
  /** The plugin's metrics, as it declares them. */
  readonly metrics: MetricRecorders<Metrics>
  /** Counts messages that are pushed to users: sent, accepted, received, lost, duplicated. All clients of the plugin in a run share one. */
  readonly deliveries: Deliveries
  /** Counts a named expectation as passed or failed, as `check` of the user does. */
  readonly check: (name: string, passed: boolean) => void
  readonly now: () => number
  /**
   * Counts the client's own requests, each with how it ended: what the verdict knows of them, and of the time for which the user waits for the replies to them.
   *
   * Without it that time would be taken for think time, and a target that is gone would go unseen.
   */
  readonly requests: PluginRequests
  /**
   * Says that the user waits for what the target sends by itself, as after subscribing to something, until the returned function is called.
   *
   * Without it the time would be taken for think time. For the reply to a request there is `requests`.
   */
  readonly wait: () => () => void
}

/** What a journey finds as `user.<name>`; disposed of when the user leaves. */
export type PluginClient = AsyncDisposable | Disposable

/** A protocol or another ability that users get: `user.<name>`. A module default-exports it, so that every thread can load it. */
export interface Plugin<
  Options = unknown,
  Client extends object = object,
  Metrics extends MetricDefinitions = MetricDefinitions,
  Shared = unknown,
> {
  /** Such as `sse`: a journey finds its client as `user.sse`. Lower-case letters and digits, a letter first. */
  readonly name: string
  /** Checks and completes the options of a reference; of any library that follows Standard Schema. */
  readonly options: StandardSchemaV1<unknown, Options>
  /** What its clients record, as data; each name starts with the plugin's and `_`, such as `sse_events`. */
  readonly metrics: Metrics
  /** Once a run, in the thread that called `run()`, before any `beforeAll`. What it returns is `shared`, and must be data that can be cloned. */
  setup?(context: PluginContext<Options>): Awaitable<Shared>
  /** In the thread of a user, when its journey reads `user.<name>` for the first time. No I/O here: that is for the client's methods. */
  createClient(context: ClientContext<Options, Metrics, Shared>): Client & PluginClient
  /** Once a run, in the thread that called `run()`, after every `afterAll`, also when the run failed. */
  teardown?(context: PluginContext<Options> & { readonly shared: Shared }): Awaitable<void>
}

/** Checks the type of a plugin and returns it as it is. */
export function definePlugin<Options, Client extends object, const Metrics extends MetricDefinitions, Shared = undefined>(
  plugin: Plugin<Options, Client, Metrics, Shared>,
): Plugin<Options, Client, Metrics, Shared> {
  return plugin
}
