import { extname } from 'node:path'
import type { JourneyConfig } from '../config/journey-config.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { systemClock } from '../base/clock/clock.ts'
import type { LoadedPlugin } from '../load/plugin/load-plugins.ts'
import type { PluginReference } from '../load/plugin/plugin.ts'
import type { PluginSurroundings } from '../load/plugin/setup-plugins.ts'
import { reachTarget } from '../run/reach-target.ts'
import { resolveLoadTest } from '../run/resolve-tests.ts'
import { SetupHttp } from '../run/setup-http.ts'
import type { Route } from '../load/wire/dial.ts'
import type { ConformanceOptions } from './conformance-options.ts'
import type { ConformanceServer, StartServer } from './conformance-server.ts'

const defaults = { users: 4, iterations: 12, limit: 5000 }
const poll = 10

/** A target for what is loaded only, and never sends. */
export const nowhere = 'http://127.0.0.1:9'

/** Where a plugin is tried: a server of its own, and how to reach it. */
export interface TrialPlace {
  readonly server: ConformanceServer
  readonly route: Route
  readonly config: ResolvedConfig
  readonly loaded: LoadedPlugin
  /** What `setup` and `teardown` are given. */
  readonly around: PluginSurroundings
}

/** What the rules try a plugin with. Each try has a server of its own, so that none sees what another has left. */
export class Trial {
  readonly reference: PluginReference
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly limits: Required<Pick<ConformanceOptions, 'users' | 'iterations' | 'limit'>>
  readonly #startServer: StartServer
  readonly #journey: JourneyConfig | undefined

  constructor(reference: PluginReference, startServer: StartServer, options: ConformanceOptions = {}) {
    const {
      journey,
      cwd = process.cwd(),
      env = {},
      users = defaults.users,
      iterations = defaults.iterations,
      limit = defaults.limit,
    } = options
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

  /** Starts a server, and ends it when what is done with it has ended. */
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

  /** @throws InvalidConfigError with all that is wrong with the plugin, its reference and the journey */
  async load(target: string): Promise<Pick<TrialPlace, 'config' | 'loaded'>> {
    if (this.#journey !== undefined) return await this.#load(target, this.#journey)
    // Its name is known when it is loaded.
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

/** A journey that creates the client of a plugin, and reads something of it if it is to be used. */
export function useClient(plugin: string, uses: boolean): JourneyConfig {
  return { module: moduleBeside('use-client.journey'), options: { plugin, uses } }
}

/** URL of a module beside this one. */
export function moduleBeside(name: string): string {
  // tsc rewrites the extension of imports, not that of URLs.
  return new URL(`${name}${extname(import.meta.url)}`, import.meta.url).href
}

/** Waits until nothing is connected to a server any more, for so many milliseconds at most; gives how many connections are left. */
export async function waitUntilAlone(server: ConformanceServer, milliseconds: number): Promise<number> {
  const end = systemClock.now() + milliseconds * 1000
  for (;;) {
    const count = (await server.connections?.()) ?? 0
    if (count === 0 || systemClock.now() >= end) return count
    await new Promise((resolve) => void setTimeout(resolve, poll))
  }
}
