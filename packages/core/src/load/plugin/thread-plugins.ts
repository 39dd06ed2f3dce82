import { BenchpressError } from '../../base/errors/benchpress-error.ts'
import type { Clock } from '../../base/clock/clock.ts'
import { DeliveryRecorder, type DeliveryOrigin, type DeliverySnapshot } from '../../measure/delivery/delivery-recorder.ts'
import type { MetricDefinitions } from '../../model/metrics/metric-definition.ts'
import type { ClientSource } from '../user/user-clients.ts'
import { createMetricRecorders } from '../user/metric-recorders.ts'
import { addressOfUser, targetOfUser } from '../user/http/http-wiring.ts'
import type { UserScenario } from '../user/user-state.ts'
import { deriveSeed } from '../../model/workload/random.ts'
import { freezeDeeply, loadPlugin, parseOptions } from './load-plugin.ts'
import type { Plugin } from './plugin.ts'
import { PluginClients } from './plugin-clients.ts'

/** A plugin as a load thread gets it; plain data that can cross threads. */
export interface PluginShare {
  readonly name: string
  readonly module: string
  /** As they were given. */
  readonly options: unknown
  /** What its `setup` returned. */
  readonly shared: unknown
}

interface ThreadPlugin {
  readonly plugin: Plugin
  readonly options: unknown
  readonly shared: unknown
  readonly deliveries: DeliveryRecorder
}

/** The plugins of a test on one load thread. */
export class ThreadPlugins {
  /** For a test without plugins. */
  static readonly none: ThreadPlugins = new ThreadPlugins([])
  /** Of all of them together. */
  readonly metrics: MetricDefinitions
  readonly #plugins: readonly ThreadPlugin[]

  private constructor(plugins: readonly ThreadPlugin[]) {
    this.#plugins = plugins
    this.metrics = Object.assign({}, ...plugins.map(({ plugin }) => plugin.metrics)) as MetricDefinitions
  }

  /**
   * Imports the module of each plugin into this thread, and has it check its options.
   *
   * @throws BenchpressError `INVALID_CONFIG` with the plugin and what it could not do
   */
  static async load(shares: readonly PluginShare[], origin: DeliveryOrigin, clock: Clock): Promise<ThreadPlugins> {
    const plugins: ThreadPlugin[] = []
    for (const share of shares) plugins.push(await loadThreadPlugin(share, origin, clock))
    return new ThreadPlugins(plugins)
  }

  /** Where the users of a scenario get their clients. */
  clientsFor(scenario: UserScenario): readonly ClientSource[] {
    const { recorder, clock, env, seed, http } = scenario
    return this.#plugins.map(({ plugin, ...of }) => {
      const metrics = createMetricRecorders(plugin.metrics, recorder, clock, plugin.name)
      return new PluginClients(plugin, {
        ...of,
        metrics,
        now: () => clock.now(),
        env,
        targetOf: (userId) => targetOfUser(http.wiring, userId),
        addressOf: (userId) => addressOfUser(http.wiring, userId),
        seed: deriveSeed(seed, `plugin ${plugin.name}`),
      })
    })
  }

  /** Hears when the run phase starts. */
  begin(runStart: number): void {
    for (const { deliveries } of this.#plugins) deliveries.begin(runStart)
  }

  /** What was recorded of messages since the last call, by the name of the plugin; without those of which nothing was. */
  takeDeliveries(): readonly NamedDeliveries[] {
    return this.#plugins.flatMap(({ plugin: { name }, deliveries }) => {
      const snapshot = deliveries.take()
      return snapshot === undefined ? [] : [{ name, snapshot }]
    })
  }
}

/** What one thread recorded of the messages of one plugin. */
export interface NamedDeliveries {
  readonly name: string
  readonly snapshot: DeliverySnapshot
}

async function loadThreadPlugin(
  { name, module, options, shared }: PluginShare,
  origin: DeliveryOrigin,
  clock: Clock,
): Promise<ThreadPlugin> {
  const found = await loadPlugin(module)
  if ('problems' in found) throw failed(name, 'load', found.problems)
  const parsed = await parseOptions(found.plugin, options)
  if ('problems' in parsed) throw failed(name, 'options', parsed.problems)
  return { plugin: found.plugin, options: parsed.options, shared: freezeDeeply(shared), deliveries: new DeliveryRecorder(origin, clock) }
}

function failed(name: string, phase: string, problems: readonly { readonly message: string }[]): BenchpressError {
  return new BenchpressError('INVALID_CONFIG', `plugin ${name}: ${phase}: ${problems.map(({ message }) => message).join('; ')}`)
}
