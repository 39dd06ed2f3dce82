import { systemClock, LoopTurns, ManualClock, type Clock } from '../base/clock/clock.ts'
import { BenchpressError } from '../base/errors/benchpress-error.ts'
import { findPluginProblems, parseOptions, type PluginProblem } from '../load/plugin/load-plugin.ts'
import { loadPlugins } from '../load/plugin/resolve-plugins.ts'
import type { Plugin, PluginReference, PluginClient } from '../load/plugin/define-plugin.ts'
import { reachTarget } from '../run/reach-target.ts'
import type { MetricDefinitions } from '../measure/recorder/own-metric.ts'
import type { JourneyUser } from '../load/user/journey.ts'
import { RecordedUser, type Recorded } from './recorded.ts'
import { DeliveryRecorder } from '../measure/delivery/delivery-recorder.ts'
import { PluginClients } from '../load/plugin/thread-plugins.ts'
import { ScenarioRecorder } from '../measure/recorder/scenario-recorder.ts'
import { UserRecorder } from '../measure/recorder/user-recorder.ts'
import { createMetricRecorders } from '../load/user/metric-recorders.ts'
import { HttpScenario } from '../load/user/http/http-scenario.ts'
import { UserContext } from '../load/user/user-context.ts'
import { UserState, type UserScenario } from '../load/user/user-state.ts'
import { DeadlineWheel } from '../load/wire/deadline-wheel.ts'
import { dialsInto, type Route } from '../load/wire/dial.ts'
import { HeadCache } from '../load/wire/head-cache.ts'
import { unlessAborted } from '../load/user/setup-hooks.ts'

const connectTimeout = 10_000_000

/**
 * Creates one user with the client of a plugin, outside of any run, for tests of the plugin or of a journey that uses it.
 *
 * Its requests are real. A plugin's `setup` and `teardown` are not run; what its clients do is recorded as in a run.
 *
 * @param from the plugin, or the reference that a config would have, such as `sse()`
 * @throws BenchpressError `INVALID_CONFIG` when there is no such plugin, it refuses its options or the target is no URL; `TARGET_UNREACHABLE` when
 *   nothing listens there
 */
export async function createTestUser(from: PluginReference | AnyPlugin, options: TestUserOptions): Promise<TestUser> {
  const { target, clock = systemClock } = options
  if (!URL.canParse(target)) throw invalid([{ path: ['target'], message: `${JSON.stringify(target)} is no URL` }])
  const { plugin, pluginOptions } = await findPlugin(from, options)
  const { route } = await reachTarget(new URL(target), { tls: {}, unixSocket: undefined, connectTimeout })
  return openTestUser({ ...options, plugin, options: pluginOptions, clock, route })
}

interface Found {
  readonly plugin: Plugin
  readonly pluginOptions: unknown
}

async function findPlugin(
  from: PluginReference | AnyPlugin,
  given: { readonly options?: unknown; readonly clock?: Clock },
): Promise<Found> {
  if ('createClient' in from) {
    // Its context is made of what it declares itself.
    const plugin = from as Plugin
    const problems = findPluginProblems(plugin, `of plugin ${plugin.name}`)
    if (problems.length > 0) throw invalid(problems)
    const parsed = await parseOptions(plugin, given.options ?? {})
    if ('problems' in parsed) throw invalid(parsed.problems)
    return { plugin, pluginOptions: parsed.options }
  }
  const [loaded] = await loadPlugins([{ ...from, ...('options' in given ? { options: given.options } : {}) }], process.cwd())
  if (loaded === undefined || 'problems' in loaded) throw invalid(loaded?.problems ?? [])
  return { plugin: loaded.plugin, pluginOptions: loaded.options }
}

function invalid(problems: readonly PluginProblem[]): BenchpressError {
  const lines = problems.map(({ path = [], message }) => `${path.length === 0 ? '' : `${path.join('.')}: `}${message}`)
  return new BenchpressError('INVALID_CONFIG', lines.join('\n') || 'the reference names no module that can be loaded', {
    hint: problems.find(({ hint }) => hint !== undefined)?.hint,
  })
}

/** A plugin, whatever its options, its clients, its metrics and what it shares are. */
export interface AnyPlugin extends Pick<Plugin, 'name' | 'options' | 'metrics'> {
  setup?(context: never): unknown
  createClient(context: never): object & PluginClient
  teardown?(context: never): unknown
}

/** How a test user is made. */
export interface TestUserOptions {
  /** URL of a server that responds. */
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

const readBufferSize = 64 * 1024
const timeout = 10_000_000

/** What a test user is made of. */
interface TestUserParts extends TestUserOptions {
  readonly plugin: Plugin
  /** As the plugin completed them. */
  readonly options: unknown
  readonly clock: Clock
  /** How the target is reached. */
  readonly route: Route
}

/** Puts one user together: what a load thread has for all users of a scenario, for it alone. */
export function openTestUser(parts: TestUserParts): TestUser {
  const { plugin, clock, options, shared, env = {}, seed = 1, target, route } = parts
  const metrics: MetricDefinitions = { ...plugin.metrics, ...parts.metrics }
  const recorder = new UserRecorder(new ScenarioRecorder(), metrics)
  const deliveries = new DeliveryRecorder({ run: 'test', publisher: 0 }, clock)
  const wheel = new DeadlineWheel(clock)
  const scenario = createScenario(parts, recorder, wheel)
  recorder.begin(scenario.runStart, Infinity)
  // What has no time of its own, such as a check, is counted from the time on that was seen last.
  recorder.userCreated(scenario.runStart)
  deliveries.begin(scenario.runStart)
  const clients = new PluginClients(plugin, {
    options,
    shared,
    targetOf: () => target,
    addressOf: () => route.address,
    env,
    metrics: createMetricRecorders(plugin.metrics, recorder, clock, plugin.name),
    deliveries,
    now: () => clock.now(),
    seed,
  })
  const state = new TestUserState(0, scenario)
  state.shared = parts.journeyShared
  // Its requests are due when they are asked for.
  state.begin(0, 0)
  const recorded = new RecordedUser({ recorder, deliveries, metrics, name: plugin.name, clock })
  const leave = once(async () => {
    try {
      for (const client of state.giveUpClients()) await client.dispose()
    } finally {
      state.leave()
      await scenario.http.end()
      wheel.stop()
    }
  })
  const context = new (UserContext.withClients([clients]))(state)
  Object.assign(context, { recorded: () => recorded.read(), leave, [Symbol.asyncDispose]: leave })
  return context as unknown as TestUser
}

function createScenario(parts: TestUserParts, recorder: UserRecorder, wheel: DeadlineWheel): UserScenario {
  const { clock, route, target, env = {}, seed = 1, metrics = {} } = parts
  const thread = { clock, wheel, heads: new HeadCache() }
  return {
    clock,
    turns: new LoopTurns(),
    recorder,
    http: new HttpScenario({
      thread,
      createDial: dialsInto(Buffer.allocUnsafeSlow(readBufferSize)),
      route,
      url: target,
      timeout,
      connectTimeout: timeout,
      recorder,
      headers: {},
      connections: 'perUser',
    }),
    metrics: createMetricRecorders(metrics, recorder, clock),
    env: Object.freeze({ ...env }),
    seed,
    part: { worker: 0, workers: 1 },
    thread,
    runStart: clock.now(),
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => (done ??= work())
}

/** A user whose waits follow a manual clock, where it has one: they end when the clock is moved, and not before. */
class TestUserState extends UserState {
  override async waitUntil(time: number): Promise<void> {
    const { clock } = this.scenario
    if (!(clock instanceof ManualClock)) return await super.waitUntil(time)
    this.throwIfStopped()
    await unlessAborted(clock.reached(time), this.signal)
  }
}
