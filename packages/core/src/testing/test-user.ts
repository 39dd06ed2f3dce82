import { systemClock, LoopTurns, ManualClock, type Clock } from '../base/clock/clock.ts'
import { BenchpressError } from '../base/errors/benchpress-error.ts'
import { findPluginProblems, parseOptions, type PluginProblem } from '../load/plugin/load-plugin.ts'
import { loadPlugins } from '../load/plugin/config-plugins.ts'
import type { Plugin, PluginReference, PluginClient } from '../load/plugin/define-plugin.ts'
import { reachTarget } from '../run/reach-target.ts'
import type { MetricDefinitions } from '../measure/recorder/own-metric.ts'
import type { JourneyUser } from '../load/user/journey.ts'
import { recordUser, type Recorded } from './recorded.ts'
import { DeliveryRecorder } from '../measure/delivery/delivery-recorder.ts'
import { PluginClients } from '../load/plugin/thread-plugins.ts'
import { ScenarioRecorder } from '../measure/recorder/scenario-recorder.ts'
import { UserRecorder } from '../measure/recorder/user-recorder.ts'
import { createMetricRecorders } from '../load/user/metric-recorders.ts'
import { HttpScenario } from '../load/user/http/http-session.ts'
import { UserContext } from '../load/user/user-context.ts'
import { CallPlaces } from '../load/user/call.ts'
import { UserState, type UserScenario } from '../load/user/user-state.ts'
import { DeadlineWheel } from '../load/wire/deadline-wheel.ts'
import { dialsInto, type Route } from '../load/wire/dial.ts'
import { HeadCache } from '../load/wire/head-cache.ts'
import { unlessAborted } from '../load/user/setup-hooks.ts'

const timeout = 10_000_000

/**
 * Creates one user with the client of a plugin, outside of any run, for tests of the plugin or of a journey that uses it.
 *
 * The requests are real. The plugin's `setup` and `teardown` are not run; its clients are recorded as in a run.
 *
 * @param from the plugin, or its reference as in a config, such as `sse()`
 * @throws BenchpressError `INVALID_CONFIG` when there is no such plugin, the plugin refuses its options or the target is not a URL;
 * `TARGET_UNREACHABLE` when nothing listens there
 */
export async function createTestUser(from: PluginReference | AnyPlugin, options: TestUserOptions): Promise<TestUser> {
  const { target, clock = systemClock } = options
  if (!URL.canParse(target)) throw invalid([{ path: ['target'], message: `${JSON.stringify(target)} is no URL` }])
  const { plugin, pluginOptions } = await findPlugin(from, options)
  const { route } = await reachTarget(new URL(target), { tls: {}, unixSocket: undefined, connectTimeout: timeout })
  return openTestUser({ ...options, plugin, options: pluginOptions, clock, route })
}

async function findPlugin(
  from: PluginReference | AnyPlugin,
  given: Pick<TestUserOptions, 'options'>,
): Promise<{ readonly plugin: Plugin; readonly pluginOptions: unknown }> {
  if ('createClient' in from) {
    // The context is made from the plugin's own declarations.
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

/** A plugin with any types of options, clients, metrics and shared data. */
export interface AnyPlugin extends Pick<Plugin, 'name' | 'options' | 'metrics'> {
  setup?(context: never): unknown
  createClient(context: never): object & PluginClient
  teardown?(context: never): unknown
}

/** Options of {@link createTestUser}. */
export interface TestUserOptions {
  /** URL of a running server. */
  readonly target: string
  /** Options of the plugin, as in a config. Default: those of the reference, or none for a plugin. */
  readonly options?: unknown
  /** The value to use as the result of the plugin's `setup`, which is not run. */
  readonly shared?: unknown
  /** The value to use as the result of the journey's `beforeAll`: the user's `shared`. */
  readonly journeyShared?: unknown
  /** Metrics of the journey, as a config declares them. */
  readonly metrics?: MetricDefinitions
  readonly env?: Readonly<Record<string, string>>
  /** Seed of all random numbers. Default 1. */
  readonly seed?: number
  /**
   * A `ManualClock` to control the time. Default: the clock of the process.
   *
   * With a manual clock, `think` and `sleepUntil` wait until the clock is moved, all times are read from it, and no request times out before the clock
   * reaches its timeout.
   */
  readonly clock?: Clock
}

/** One user with the client of a plugin, outside of any run: everything that a journey is given, and what was recorded. */
export interface TestUser extends JourneyUser, AsyncDisposable {
  /** Returns the figures of the user so far. */
  recorded(): Recorded
  /**
   * Disposes of the user's clients and closes its connections, once, however often it is called.
   *
   * @throws the error that a client throws when it is disposed of
   */
  leave(): Promise<void>
}

const readBufferSize = 64 * 1024

/** Everything that a test user is created from. */
interface TestUserParts extends TestUserOptions {
  readonly plugin: Plugin
  /** Options with the defaults of the plugin. */
  readonly options: unknown
  readonly clock: Clock
  /** How the target is reached. */
  readonly route: Route
}

/** Creates one user, with everything that a load thread has for all users of a scenario. */
export function openTestUser(parts: TestUserParts): TestUser {
  const { plugin, clock, options, shared, env = {}, seed = 1, target, route } = parts
  const metrics: MetricDefinitions = { ...plugin.metrics, ...parts.metrics }
  const recorder = new UserRecorder(new ScenarioRecorder(), metrics)
  const deliveries = new DeliveryRecorder({ run: 'test', publisher: 0 }, clock)
  const wheel = new DeadlineWheel(clock)
  const scenario = createScenario(parts, recorder, wheel)
  recorder.begin(scenario.runStart, Infinity)
  // Records without a time of their own, such as checks, count at the time that was seen last.
  recorder.userCreated(scenario.runStart)
  deliveries.begin(scenario.runStart)
  const clients = new PluginClients(plugin, {
    options,
    shared,
    serverOf: () => ({ url: target, route }),
    env,
    metrics: createMetricRecorders(plugin.metrics, recorder, clock, plugin.name),
    deliveries,
    now: () => clock.now(),
    seed,
  })
  const state = new TestUserState(0, scenario)
  state.shared = parts.journeyShared
  // The requests are due when they are called.
  state.begin(0, 0, scenario.runStart)
  const recorded = recordUser(plugin.name, metrics, clock, { recorder, deliveries })
  const end = async (): Promise<void> => {
    try {
      for (const client of state.giveUpClients()) await client.dispose()
    } finally {
      state.leave()
      await scenario.http.end()
      wheel.stop()
    }
  }
  let left: Promise<void> | undefined
  const leave = (): Promise<void> => (left ??= end())
  const context = new (UserContext.withClients([clients]))(state)
  Object.assign(context, { recorded, leave, [Symbol.asyncDispose]: leave })
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
    places: new CallPlaces(),
    runStart: clock.now(),
  }
}

/** A user whose waits follow a manual clock, if it has one: they end only when the clock is moved. */
class TestUserState extends UserState {
  override async waitUntil(time: number): Promise<void> {
    const { clock } = this.scenario
    if (!(clock instanceof ManualClock)) return await super.waitUntil(time)
    this.throwIfStopped()
    await unlessAborted(clock.reached(time), this.signal)
  }
}
