import type { Clock } from '../base/clock/clock.ts'
import { LoopTurns } from '../base/clock/loop-turns.ts'
import { DeliveryRecorder } from '../measure/delivery/delivery-recorder.ts'
import type { MetricDefinitions } from '../model/metrics/metric-definition.ts'
import { PluginClients } from '../load/plugin/plugin-clients.ts'
import type { Plugin } from '../load/plugin/plugin.ts'
import { ScenarioRecorder } from '../measure/recorder/scenario-recorder.ts'
import { UserRecorder } from '../measure/recorder/user-recorder.ts'
import { createMetricRecorders } from '../load/user/create-metric-recorders.ts'
import { HttpScenario } from '../load/user/http/http-scenario.ts'
import { UserContext } from '../load/user/user-context.ts'
import type { UserScenario } from '../load/user/user-scenario.ts'
import { DeadlineWheel } from '../load/wire/deadline-wheel.ts'
import { dialsInto, type Route } from '../load/wire/dial.ts'
import { HeadCache } from '../load/wire/head-cache.ts'
import { RecordedUser } from './recorded-user.ts'
import { TestUserState } from './test-user-state.ts'
import type { TestUser, TestUserOptions } from './test-user.ts'

const readBufferSize = 64 * 1024
const timeout = 10_000_000

/** What a test user is made of. */
export interface TestUserParts extends TestUserOptions {
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
