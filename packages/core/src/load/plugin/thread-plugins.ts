import { BenchpressError } from '../../base/errors/benchpress-error.ts'
import type { Clock } from '../../base/clock/clock.ts'
import { DeliveryRecorder, type DeliveryOrigin, type DeliverySnapshot } from '../../measure/delivery/delivery-recorder.ts'
import type { MetricDefinitions } from '../../measure/recorder/own-metric.ts'
import type { ClientSource, ClientUser } from '../user/user-clients.ts'
import { createMetricRecorders, type MetricRecorders } from '../user/metric-recorders.ts'
import type { HttpWiring } from '../user/http/http-origin.ts'
import type { UserScenario } from '../user/user-state.ts'
import { deriveSeed } from '../../model/workload/random.ts'
import { freezeDeeply, loadPlugin, parseOptions } from './load-plugin.ts'
import type { Plugin, ClientContext, PluginClient } from './define-plugin.ts'
import type { Deliveries } from '../../measure/delivery/deliveries.ts'
import type { HttpClient } from '../user/http/http-client.ts'
import type { SeededRandom } from '../user/journey.ts'
import type { PluginRequests } from '../user/plugin-requests.ts'
import type { ServerRoute } from '../wire/dial.ts'
import { AddressTurns } from '../wire/address-turns.ts'
import { StreamRandom } from '../user/seeded-random.ts'
import { holds } from '../user/condition.ts'
import { failureReason } from '../user/failure.ts'

/** A plugin as a load thread gets it, as plain data. */
export interface PluginShare {
  readonly name: string
  readonly module: string
  /** Options as they were given. */
  readonly options: unknown
  /** The value that its `setup` returned. */
  readonly shared: unknown
}

interface ThreadPlugin {
  readonly plugin: Plugin
  readonly options: unknown
  readonly shared: unknown
  readonly deliveries: DeliveryRecorder
}

/** The plugins of a test on one load thread. A thread of a test without plugins has none and does not load this module, nor those of deliveries. */
export class ThreadPlugins {
  readonly metrics: MetricDefinitions
  readonly #plugins: readonly ThreadPlugin[]

  private constructor(plugins: readonly ThreadPlugin[]) {
    this.#plugins = plugins
    this.metrics = Object.assign({}, ...plugins.map(({ plugin }) => plugin.metrics)) as MetricDefinitions
  }

  /**
   * Imports the module of each plugin into this thread, and parses its options.
   *
   * @throws BenchpressError `INVALID_CONFIG` with the plugin and its problem
   */
  static async load(shares: readonly PluginShare[], origin: DeliveryOrigin, clock: Clock): Promise<ThreadPlugins> {
    const plugins: ThreadPlugin[] = []
    for (const share of shares) plugins.push(await loadThreadPlugin(share, origin, clock))
    return new ThreadPlugins(plugins)
  }

  /** Creates the sources of clients for the users of a scenario. */
  clientsFor(scenario: UserScenario): readonly ClientSource[] {
    const { recorder, clock, env, seed, http } = scenario
    return this.#plugins.map(({ plugin, ...of }) => {
      const metrics = createMetricRecorders(plugin.metrics, recorder, clock, plugin.name)
      return new PluginClients(plugin, {
        ...of,
        metrics,
        now: () => clock.now(),
        env,
        serverOf: (userId) => serverOfUser(http.wiring, userId),
        seed: deriveSeed(seed, `plugin ${plugin.name}`),
      })
    })
  }

  begin(runStart: number): void {
    for (const { deliveries } of this.#plugins) deliveries.begin(runStart)
  }

  /** Returns the records of messages since the last call, by plugin, without plugins that have none. */
  takeDeliveries(): readonly NamedDeliveries[] {
    return this.#plugins.flatMap(({ plugin: { name }, deliveries }) => {
      const snapshot = deliveries.take()
      return snapshot === undefined ? [] : [{ name, snapshot }]
    })
  }
}

/** The records of the messages of one plugin on one thread. */
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

/**
 * The server of a user's clients of other protocols: the target, or the one of several that the number of the user selects. Its address is that which was
 * resolved before the test, so that all connections go to the same place.
 */
export function serverOfUser(target: Pick<HttpWiring, 'url' | 'route' | 'servers'>, userId: number): Pick<ServerRoute, 'url' | 'route'> {
  return target.servers?.all[userId % target.servers.all.length] ?? target
}

/** What all clients of one plugin in one scenario share on one thread. One `now` for all, because it is called for each message of thousands of users. */
interface ClientSurroundings extends Pick<ClientContext, 'options' | 'shared' | 'env' | 'metrics' | 'deliveries' | 'now'> {
  /** Name of the plugin. */
  readonly name: string
  readonly serverOf: (userId: number) => Pick<ServerRoute, 'url' | 'route'>
  /** Seed of the random numbers of the plugin's clients. */
  readonly seed: number
}

/**
 * One user as a plugin sees it.
 *
 * Members are getters of the class, which can be destructured but not set; the functions need no `this`. Expensive members are created when they are
 * first read.
 */
class PluginClientContext implements ClientContext {
  readonly #around: ClientSurroundings
  readonly #user: ClientUser
  #random: SeededRandom | undefined
  #check: ClientContext['check'] | undefined
  #fail: ClientContext['fail'] | undefined
  #wait: ClientContext['wait'] | undefined
  #requests: PluginRequests | undefined

  constructor(around: ClientSurroundings, user: ClientUser) {
    this.#around = around
    this.#user = user
    Object.freeze(this)
  }

  get options(): unknown {
    return this.#around.options
  }

  get shared(): unknown {
    return this.#around.shared
  }

  get target(): string {
    return this.#around.serverOf(this.#user.id).url
  }

  get address(): ClientContext['address'] {
    const { route } = this.#around.serverOf(this.#user.id)
    const address = AddressTurns.of(route)?.addressFor(this.#user.id) ?? route.address
    return Object.freeze(address.kind === 'unix' ? { path: address.path } : { host: address.host, port: address.port })
  }

  get env(): Readonly<Record<string, string>> {
    return this.#around.env
  }

  get userId(): number {
    return this.#user.id
  }

  get http(): HttpClient {
    return this.#user.http
  }

  get cookies(): ClientContext['cookies'] {
    return this.#user.cookies
  }

  get signal(): AbortSignal {
    return this.#user.signal
  }

  get random(): SeededRandom {
    return (this.#random ??= new StreamRandom(this.#around.seed, this.#user.id))
  }

  get metrics(): MetricRecorders<MetricDefinitions> {
    return this.#around.metrics
  }

  get deliveries(): Deliveries {
    return this.#around.deliveries
  }

  get check(): ClientContext['check'] {
    return (this.#check ??= (name, passed) => this.#user.check(name, holds(passed, `check "${name}"`)))
  }

  get fail(): ClientContext['fail'] {
    return (this.#fail ??= (error) => this.#user.fail(error))
  }

  get wait(): ClientContext['wait'] {
    return (this.#wait ??= () => this.#user.wait())
  }

  get requests(): PluginRequests {
    return (this.#requests ??= this.#user.requests(this.#around.name))
  }

  get now(): ClientContext['now'] {
    return this.#around.now
  }
}

Object.freeze(PluginClientContext.prototype)

/** Creates the clients of one plugin for the users of one scenario on one thread. */
export class PluginClients implements ClientSource {
  readonly name: string
  readonly #plugin: Plugin
  readonly #around: ClientSurroundings

  constructor(plugin: Plugin, around: Omit<ClientSurroundings, 'name'>) {
    this.name = plugin.name
    this.#plugin = plugin
    this.#around = { ...around, name: plugin.name }
  }

  create(user: ClientUser): PluginClient {
    let client: unknown
    try {
      client = this.#plugin.createClient(new PluginClientContext(this.#around, user))
    } catch (error) {
      throw new Error(`plugin ${this.name}: createClient: ${failureReason(error)}`, { cause: error })
    }
    const problem = findProblem(client)
    if (problem !== undefined) throw new TypeError(`plugin ${this.name}: createClient: ${problem}`)
    return client as PluginClient
  }
}

function findProblem(client: unknown): string | undefined {
  const isObject = (typeof client === 'object' && client !== null) || typeof client === 'function'
  if (!isObject) return `it returned ${client === null ? 'null' : typeof client}, which is no client`
  if (client instanceof Promise) return 'it returned a promise; what has to be waited for belongs into the methods of the client'
  const { [Symbol.asyncDispose]: later, [Symbol.dispose]: now } = client as Partial<AsyncDisposable & Disposable>
  if (typeof (later ?? now) === 'function') return undefined
  return 'its client has neither [Symbol.asyncDispose]() nor [Symbol.dispose](), and could not be told that its user has left'
}
