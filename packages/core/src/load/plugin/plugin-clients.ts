import type { Deliveries } from '../../measure/delivery/deliveries.ts'
import type { MetricDefinitions } from '../../model/metrics/metric-definition.ts'
import type { ClientUser, ClientSource } from '../user/user-clients.ts'
import type { HttpClient } from '../user/http/http-client.ts'
import type { SeededRandom } from '../user/journey.ts'
import type { MetricRecorders } from '../user/metric-recorders.ts'
import type { PluginRequests } from '../user/user-requests.ts'
import type { Address } from '../wire/address.ts'
import { StreamRandom } from '../user/seeded-random.ts'
import type { ClientContext, Plugin, PluginClient } from './plugin.ts'
import { failureReason } from '../user/failure.ts'

/** What all clients of one plugin in one scenario on one thread have in common. */
export interface ClientSurroundings {
  /** Of the plugin. */
  readonly name: string
  readonly options: unknown
  readonly shared: unknown
  /** URL of the target of a user. */
  readonly targetOf: (userId: number) => string
  /** Where that is. */
  readonly addressOf: (userId: number) => Address
  readonly env: Readonly<Record<string, string>>
  readonly metrics: MetricRecorders<MetricDefinitions>
  readonly deliveries: Deliveries
  /** Microseconds on the clock of the process. One function for all: it is called for each message of each of thousands of users. */
  readonly now: () => number
  /** What the random numbers of the plugin's clients start from. */
  readonly seed: number
}

/**
 * One user as a plugin sees it.
 *
 * Members are getters of the class, which can be destructured and not be set; the functions need no `this`. What costs something is made when it
 * is read first.
 */
class PluginClientContext implements ClientContext {
  readonly #around: ClientSurroundings
  readonly #user: ClientUser
  #random: SeededRandom | undefined
  #check: ClientContext['check'] | undefined
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
    return this.#around.targetOf(this.#user.id)
  }

  get address(): ClientContext['address'] {
    const address = this.#around.addressOf(this.#user.id)
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
    return (this.#check ??= (name, passed) => this.#user.check(name, passed))
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
