import type { JourneyConfig, JourneyReference } from '../config/scenario.ts'
import { moduleBeside } from '../load/user/import-module.ts'
import type { Awaitable } from '../load/user/journey.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { systemClock } from '../base/clock/clock.ts'
import type { LoadedPlugin } from '../load/plugin/config-plugins.ts'
import type { SetupContext } from '../load/user/journey.ts'
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

/** The means by which rules try a plugin. Each trial has a separate server, so that nothing left by one affects another. */
export class Trial {
  readonly reference: PluginReference
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly limits: Required<Pick<ConformanceOptions, 'users' | 'iterations' | 'limit'>>
  readonly #startServer: StartServer
  readonly #journey: JourneyConfig | undefined

  constructor(reference: PluginReference, startServer: StartServer, options: ConformanceOptions = {}) {
    const { journey, cwd = process.cwd(), env = {}, users = 4, iterations = 12, limit = 5000 } = options
    this.reference = reference
    this.cwd = cwd
    this.env = env
    this.limits = { users, iterations, limit }
    this.#startServer = startServer
    this.#journey = journey
  }

  /** The journey of the plugin's author, or one that creates the client of this name. */
  journeyFor(plugin: string): JourneyConfig {
    return this.#journey ?? useClient(plugin, false)
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
      const around = { target: server.url, env: this.env, http: http.client, signal: new AbortController().signal }
      try {
        return await use({ server, route, around, ...loaded })
      } finally {
        await http.end()
      }
    })
  }

  /** @throws InvalidConfigError with everything that is wrong with the plugin, its reference and the journey */
  async load(target: string): Promise<Pick<TrialPlace, 'config' | 'loaded'>> {
    if (this.#journey !== undefined) return await this.#load(target, this.#journey)
    // The name of the plugin is known when it is loaded.
    const { loaded } = await this.#load(target, useClient('none', false))
    return await this.#load(target, useClient(loaded.plugin.name, false))
  }

  async #load(target: string, journey: JourneyConfig): Promise<Pick<TrialPlace, 'config' | 'loaded'>> {
    const scenarios = { conformance: { journey, workload: { users: 1, iterations: 1 } } }
    const config = { target, plugins: [this.reference], env: this.env, scenarios }
    const resolved = await resolveLoadTest(config, this.cwd)
    const [loaded] = resolved.plugins
    if (loaded === undefined) throw new RangeError('a config of one plugin gave none')
    return { config: resolved, loaded }
  }
}

/** A journey that creates the client of a plugin, and reads a member of the client if `uses` is true. */
export function useClient(plugin: string, uses: boolean): JourneyConfig {
  return { module: moduleBeside(import.meta.url, './use-client.journey'), options: { plugin, uses } }
}

/** Waits until no connection to a server is open, for at most a number of milliseconds; returns the number of connections left. */
export async function waitUntilAlone(server: ConformanceServer, milliseconds: number): Promise<number> {
  const end = systemClock.now() + milliseconds * 1000
  for (;;) {
    const count = (await server.connections?.()) ?? 0
    if (count === 0 || systemClock.now() >= end) return count
    await new Promise((resolve) => void setTimeout(resolve, poll))
  }
}

/** How something with a time limit ended. */
export type Ending<Value> = { readonly value: Value } | { readonly error: unknown } | { readonly late: true }

/** Waits for work to end, for at most a number of milliseconds; never rejects. */
export async function within<Value>(milliseconds: number, work: () => Awaitable<Value>): Promise<Ending<Value>> {
  const { promise: late, resolve } = Promise.withResolvers<Ending<Value>>()
  const timer = setTimeout(() => resolve({ late: true }), milliseconds)
  try {
    return await Promise.race([endingOf(work), late])
  } finally {
    clearTimeout(timer)
  }
}

async function endingOf<Value>(work: () => Awaitable<Value>): Promise<Ending<Value>> {
  try {
    return { value: await work() }
  } catch (error) {
    return { error }
  }
}
