import type { JourneyConfig, JourneyReference } from '../config/scenario.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { moduleBeside } from '../load/user/import-module.ts'
import type { Awaitable, SetupContext } from '../load/user/journey.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { systemClock } from '../base/clock/clock.ts'
import { messageOf } from '../base/errors/benchpress-error.ts'
import { plural } from '../base/units/format.ts'
import type { OpenResources } from './watched-plugin.ts'
import { loadPlugins, type LoadedPlugin } from '../load/plugin/config-plugins.ts'
import type { PluginReference } from '../load/plugin/define-plugin.ts'
import { reachTarget } from '../run/reach-target.ts'
import { resolveLoadTest } from '../run/resolve-tests.ts'
import { SetupHttp } from '../run/test-setup.ts'
import type { Route } from '../load/wire/dial.ts'

/** Options of the conformance kit. */
export interface ConformanceOptions {
  /**
   * A journey that uses the plugin against the server and can be done many times, as a path, URL or reference.
   *
   * Default: a journey that creates the client but does not use it, which tests little.
   */
  readonly journey?: string | JourneyReference
  /** Folder that the paths of the journey and of the plugin's module are relative to. Default: the working directory. */
  readonly cwd?: string
  /** The `env` of the plugin and the journey. Default: empty. */
  readonly env?: Readonly<Record<string, string>>
  /** Users at a time in the cases that run a test. Default 4. */
  readonly users?: number
  /** Iterations of all users together in the cases that run a test. Default 12. */
  readonly iterations?: number
  /** Milliseconds that each of `setup`, one iteration, leaving and `teardown` may take. Default 5,000. */
  readonly limit?: number
}

/** A server that a plugin is tried against, which the plugin's author starts on a free port. */
export interface ConformanceServer {
  /** URL of the server, such as `http://127.0.0.1:40123`. */
  readonly url: string
  /** Ends the server, even with open connections. */
  close(): Awaitable<void>
  /** Returns the number of open connections; without this function only the connections left open on the side of the plugin are found. */
  connections?(): Awaitable<number>
}

/** Starts a server. Each case starts its own and closes it. */
export type StartServer = () => Awaitable<ConformanceServer>

const poll = 10

/** A target for plugins that are loaded only, and never send. */
export const nowhere = 'http://127.0.0.1:9'

/** The place of one trial: a separate server, and how to reach it. */
export interface TrialPlace {
  readonly server: ConformanceServer
  readonly route: Route
  readonly config: ResolvedConfig
  readonly loaded: LoadedPlugin
  /** The context of `setup` and `teardown`. */
  readonly around: SetupContext
}

/** How a plugin breaks a rule. */
export interface Breach {
  /** What was observed, as a clause without a full stop. */
  readonly seen: string
  /** What to do about it, as a clause without a full stop; default: the advice of the rule. */
  readonly advice?: string
  /** The error that the plugin threw, if any. */
  readonly cause?: unknown
}

/** Tries a plugin once, for one rule or several; returns by the keys of rules how the plugin breaks them; an empty text for not at all. */
export type Attempt = (trial: Trial) => Promise<Readonly<Record<string, Breach | string | undefined>>>

/** The means by which rules try a plugin. Each trial has a separate server, so that nothing left by one affects another. */
export class Trial {
  readonly reference: PluginReference
  readonly options: ConformanceOptions & Required<Omit<ConformanceOptions, 'journey'>>
  readonly #startServer: StartServer
  readonly #outcomes = new Map<Attempt, ReturnType<Attempt>>()

  constructor(reference: PluginReference, startServer: StartServer, options: ConformanceOptions = {}) {
    this.reference = reference
    this.options = { cwd: process.cwd(), env: {}, users: 4, iterations: 12, limit: 5000, ...options }
    this.#startServer = startServer
  }

  /** The outcome of an attempt, which is made once. */
  outcomeOf(attempt: Attempt): ReturnType<Attempt> {
    const outcome = this.#outcomes.get(attempt) ?? attempt(this)
    this.#outcomes.set(attempt, outcome)
    return outcome
  }

  /** Starts a server for `use`, and ends it afterwards. */
  async withServer<Value>(use: (server: ConformanceServer) => Promise<Value>): Promise<Value> {
    const server = await this.#startServer()
    try {
      return await use(server)
    } finally {
      await server.close()
    }
  }

  /** Starts a server and loads plugin and journey as a test of one user would. */
  async withPlace<Value>(use: (place: TrialPlace) => Promise<Value>): Promise<Value> {
    return await this.withServer(async (server) => {
      const { route } = await reachTarget(new URL(server.url), { tls: {}, unixSocket: undefined, connectTimeout: 10_000_000 })
      const loaded = await this.load(server.url)
      const http = new SetupHttp(loaded.config, server.url, route)
      const around = { target: server.url, env: this.options.env, http: http.client, signal: new AbortController().signal }
      try {
        return await use({ server, route, around, ...loaded })
      } finally {
        await http.end()
      }
    })
  }

  /** The journey of the plugin's author, or one that creates the client. */
  async journey(): Promise<JourneyConfig> {
    const { journey, cwd } = this.options
    if (journey !== undefined) return journey
    const [loaded] = await loadPlugins([this.reference], cwd)
    return useClient(loaded !== undefined && 'plugin' in loaded ? loaded.plugin.name : 'none')
  }

  /** @throws InvalidConfigError with everything that is wrong with the plugin, its reference and the journey */
  async load(target: string): Promise<Pick<TrialPlace, 'config' | 'loaded'>> {
    const { env, cwd } = this.options
    const scenarios = { conformance: { journey: await this.journey(), workload: { users: 1, iterations: 1 } } }
    const config = await resolveLoadTest({ target, plugins: [this.reference], env, scenarios }, cwd)
    const [loaded] = config.plugins
    if (loaded === undefined) throw new RangeError('a config of one plugin gave none')
    return { config, loaded }
  }
}

/** A journey that uses the client of a plugin. */
export function useClient(plugin: string): JourneyConfig {
  return { module: moduleBeside(import.meta.url, './use-client.journey'), options: { plugin } }
}

/** What is still open after a number of milliseconds at most, as text: connections to a server, and other resources; empty for nothing. */
export async function stillOpen(server: ConformanceServer, milliseconds: number, resources?: OpenResources): Promise<string> {
  const end = systemClock.now() + milliseconds * 1000
  for (;;) {
    const count = (await server.connections?.()) ?? 0
    const connections = count === 0 ? '' : plural(count, 'connection to the server', 'connections to the server')
    const open = [connections, resources?.open ?? ''].filter((each) => each !== '').join(' and ')
    if (open === '' || systemClock.now() >= end) return open
    await sleep(poll)
  }
}

/** How work ended: with a value, or in breach of a rule. */
export type Ending<Value = unknown> = { readonly value: Value } | Breach

/** Waits for work to end, for at most a number of milliseconds; never rejects. */
export async function endingOf<Value>(
  milliseconds: number,
  work: () => Awaitable<Value>,
  seenLate = 'it did not end in time',
  seenThrown = '',
): Promise<Ending<Value>> {
  const { promise: late, resolve } = Promise.withResolvers<Breach>()
  const timer = setTimeout(() => resolve({ seen: seenLate }), milliseconds)
  const ended = async (): Promise<Ending<Value>> => ({ value: await work() })
  try {
    return await Promise.race([ended(), late])
  } catch (cause) {
    return { seen: seenThrown + messageOf(cause), cause }
  } finally {
    clearTimeout(timer)
  }
}

/** How work broke a rule by its end. */
export function breachIn(ending: Ending): Breach | undefined {
  return 'value' in ending ? undefined : ending
}
