import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Deliveries } from '../../measure/delivery/deliveries.ts'
import type { MetricDefinitions } from '../../measure/recorder/own-metric.ts'
import type { CookieStore, HttpClient } from '../user/http/http-client.ts'
import type { Awaitable, SeededRandom, SetupContext } from '../user/journey.ts'
import type { MetricRecorders } from '../user/metric-recorders.ts'
import type { PluginRequests } from '../user/plugin-requests.ts'

/**
 * A reference to a plugin in a config: data from which any thread can load the plugin.
 *
 * The package of a plugin exports a function that returns a reference, such as `sse()`.
 */
export interface PluginReference {
  /** URL or path of the module that default-exports the plugin; use `import.meta.resolve` for a URL that is valid everywhere. */
  readonly module: string
  /** Options of the plugin, which each thread checks. Must be data that can be cloned; functions belong in a journey file. */
  readonly options?: unknown
}

/** The context of `setup` and `teardown` of a plugin, in the thread that called `run()`. Read-only. */
export interface PluginContext<Options = unknown> extends SetupContext {
  readonly options: Options
}

/**
 * The context of a client: one user, as a plugin sees it, in the thread of that user. Read-only.
 *
 * Times are in microseconds on the clock of the process, which all threads share.
 */
export interface ClientContext<Options = unknown, Metrics extends MetricDefinitions = MetricDefinitions, Shared = unknown> {
  readonly options: Options
  /** The value that `setup` returned, a copy for each worker. */
  readonly shared: Shared
  /** URL of the target; with several servers, the URL of the server that the user's number selects. */
  readonly target: string
  /**
   * Address of `target` for `connect` of `node:net`: the one that the run resolved once, of several one by the user's number, or `unixSocket` of the
   * config.
   *
   * Connecting by the name in `target` instead would use the resolver for each connection, might reach another server, and would miss a Unix socket.
   */
  readonly address: { readonly host: string; readonly port: number } | { readonly path: string }
  readonly env: Readonly<Record<string, string>>
  /** Number of the user, consecutive over its scenario. */
  readonly userId: number
  /** The user's own HTTP client, whose requests count. */
  readonly http: HttpClient
  /** The cookies of the user's HTTP client, to be sent and kept by a plugin that connects by itself. */
  readonly cookies: CookieStore
  /** Aborts when the user has to stop. */
  readonly signal: AbortSignal
  /** Random numbers of this client: the same in each run with the same seed, whatever the journey draws. */
  readonly random: SeededRandom
  /** Recorders of the plugin's declared metrics. */
  readonly metrics: MetricRecorders<Metrics>
  /** Counts messages that are pushed to users: sent, accepted, received, lost, duplicated. Shared by all clients of the plugin in a run. */
  readonly deliveries: Deliveries
  /** Counts a named expectation as passed or failed, like `check` of the user. */
  readonly check: (name: string, passed: boolean) => void
  /** Fails the iteration, or the next one if none is under way, with an error that the journey may not get, such as that of one of its callbacks. */
  readonly fail: (error: unknown) => void
  readonly now: () => number
  /**
   * Counts the client's own requests with their outcomes, for the verdict and for the time that users wait for replies.
   *
   * Without it this time would count as think time, and a lost target would not be noticed.
   */
  readonly requests: PluginRequests
  /**
   * Marks the user as waiting for events that the target sends by itself, such as those of a subscription, until the returned function is called.
   *
   * Without it the time would count as think time. Use `requests` for replies to requests.
   */
  readonly wait: () => () => void
}

/** The client that a journey uses as `user.<name>`; disposed of when the user leaves. */
export type PluginClient = AsyncDisposable | Disposable

/** A plugin adds a protocol or another ability to users, as `user.<name>`. A module default-exports the plugin, so that every thread can load it. */
export interface Plugin<
  Options = unknown,
  Client extends object = object,
  Metrics extends MetricDefinitions = MetricDefinitions,
  Shared = unknown,
> {
  /** Name of the plugin, such as `sse`, whose client is `user.sse` in journeys. Lower-case letters and digits, a letter first. */
  readonly name: string
  /** Schema that checks the options of a reference and fills in defaults, of any library that follows Standard Schema. */
  readonly options: StandardSchemaV1<unknown, Options>
  /** The metrics that its clients record, declared as data; each name starts with the plugin's name and `_`, such as `sse_events`. */
  readonly metrics: Metrics
  /** Runs once in each run, in the thread that called `run()`, before any `beforeAll`. The returned value is `shared`, and must be data that can be cloned. */
  setup?(context: PluginContext<Options>): Awaitable<Shared>
  /**
   * Creates the client of a user, in the user's thread, when its journey reads `user.<name>` for the first time. Must do no I/O, which belongs in the
   * client's methods.
   */
  createClient(context: ClientContext<Options, Metrics, Shared>): Client & PluginClient
  /** Runs once in each run, in the thread that called `run()`, after every `afterAll`, even when the run failed. */
  teardown?(context: PluginContext<Options> & { readonly shared: Shared }): Awaitable<void>
}

/** Checks the type of a plugin and returns it as it is. */
export function definePlugin<Options, Client extends object, const Metrics extends MetricDefinitions, Shared = undefined>(
  plugin: Plugin<Options, Client, Metrics, Shared>,
): Plugin<Options, Client, Metrics, Shared> {
  return plugin
}
