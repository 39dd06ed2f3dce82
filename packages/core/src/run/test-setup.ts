import type { ResolvedConfig, ResolvedJourneyScenario } from '../config/resolved-config.ts'
import { setUpPlugins } from '../load/plugin/config-plugins.ts'
import { prepareJourneys, TestHooks } from '../load/user/setup-hooks.ts'
import { dialsInto, type Route } from '../load/wire/dial.ts'
import { systemClock } from '../base/clock/clock.ts'
import { HttpScenario, type HttpSession } from '../load/user/http/http-session.ts'
import { DeadlineWheel } from '../load/wire/deadline-wheel.ts'
import { HeadCache } from '../load/wire/head-cache.ts'
import { type ConfigIssue, InvalidConfigError, isBenchpressError } from '../base/errors/benchpress-error.ts'
import { findMissingPlugins } from '../load/user/find-missing-plugins.ts'
import { loadJourney, type LoadedJourney } from '../load/user/load-journey.ts'

/** The context of set-up and teardown of a test. */
export interface SetupPlace {
  /** URL of the target. */
  readonly url: string
  readonly route: Route
  /** Aborts when the test is interrupted. */
  readonly signal: AbortSignal
  /** Is called with what went wrong afterwards, when it can no longer fail the test. */
  readonly onFailure: (message: string) => void
}

/**
 * The set-up and teardown of a test, in the thread that calls `run()`: `setup` of plugins, `beforeAll` of journeys, and afterwards `afterAll` and
 * `teardown`, with a client whose requests are not in the result.
 */
export class TestSetup {
  readonly #config: ResolvedConfig
  readonly #place: SetupPlace
  readonly #http: SetupHttp
  readonly #hooks: TestHooks

  private constructor(config: ResolvedConfig, place: SetupPlace) {
    this.#config = config
    this.#place = place
    this.#http = new SetupHttp(config, place.url, place.route)
    const { url: target, signal } = place
    this.#hooks = new TestHooks({ target, env: config.env, http: this.#http.client, signal })
  }

  /**
   * Loads the journey modules, then runs `setup` of each plugin and each `beforeAll`; `undefined` when the test has neither.
   *
   * @throws InvalidConfigError for journeys that cannot be loaded; the error of a `setup` or a `beforeAll`, once everything that was set up has been
   * torn down
   */
  static async prepare(config: ResolvedConfig, place: SetupPlace): Promise<TestSetup | undefined> {
    if (config.plugins.length === 0 && config.scenarios.every(({ kind }) => kind !== 'journeys')) return undefined
    // Journeys are loaded before anything is done to the target.
    await loadJourneys(config)
    const setup = new TestSetup(config, place)
    try {
      await setup.#prepare()
      return setup
    } catch (error) {
      await setup.finish()
      throw error
    }
  }

  /** The value that `beforeAll` of a journey returned. */
  sharedOf(scenario: ResolvedJourneyScenario, name: string): unknown {
    const journey = scenario.journeys.find((each) => each.name === name)
    return journey !== undefined && 'module' in journey.from ? this.#hooks.sharedOf(journey.from.module) : undefined
  }

  /** The value that `setup` of a plugin returned. */
  sharedOfPlugin(name: string): unknown {
    return this.#hooks.sharedOf(name)
  }

  /** Runs each `afterAll`, then each `teardown`, whatever happened before. */
  async finish(): Promise<void> {
    try {
      for (const { message } of await this.#hooks.finish()) this.#place.onFailure(message)
    } finally {
      await this.#http.end()
    }
  }

  async #prepare(): Promise<void> {
    const { plugins, scenarios } = this.#config
    await setUpPlugins(plugins, this.#hooks)
    const journeys = scenarios.flatMap((scenario) => (scenario.kind === 'journeys' ? scenario.journeys.map(({ from }) => from) : []))
    await prepareJourneys(journeys, this.#hooks)
  }
}

const readBufferSize = 64 * 1024

type SetupConfig = Pick<ResolvedConfig, 'timeout' | 'connectTimeout' | 'maxHeaderSize' | 'tls'> &
  Partial<Pick<ResolvedConfig, 'trustedOrigins'>>

/** An HTTP client in the thread that calls `run()`, whose requests are not in the result. */
export class SetupHttp {
  readonly client: HttpSession
  readonly #http: HttpScenario
  readonly #wheel = new DeadlineWheel(systemClock)

  constructor({ timeout, connectTimeout, maxHeaderSize, tls, trustedOrigins: trusted = [] }: SetupConfig, url: string, route: Route) {
    this.#http = new HttpScenario({
      thread: { clock: systemClock, wheel: this.#wheel, heads: new HeadCache(), maxHeaderSize },
      createDial: dialsInto(Buffer.allocUnsafeSlow(readBufferSize)),
      route,
      url,
      timeout,
      connectTimeout,
      recorder: undefined,
      headers: {},
      otherOrigins: { trusted, tls },
      connections: 'perUser',
    })
    this.client = this.#http.session({ take: (now) => now })
  }

  /** Closes the connections; requests in flight are aborted. */
  async end(): Promise<void> {
    this.client.leave()
    await this.#http.end()
    this.#wheel.stop()
  }
}

/**
 * Loads each journey of a test into this thread, to check that it exists; returns the journeys of modules by the URL of the module.
 *
 * @throws InvalidConfigError with the path of each journey that cannot be loaded, refuses its options, or reads the client of a plugin that the test does not have
 */
export async function loadJourneys({
  scenarios,
  plugins,
}: Pick<ResolvedConfig, 'scenarios' | 'plugins'>): Promise<ReadonlyMap<string, LoadedJourney>> {
  const pluginNames = plugins.map(({ plugin }) => plugin.name)
  const loaded = new Map<string, LoadedJourney>()
  const issues: ConfigIssue[] = []
  for (const scenario of scenarios) {
    if (scenario.kind !== 'journeys') continue
    for (const { name, from } of scenario.journeys) {
      try {
        const journey = 'module' in from ? await loadJourney(from) : { ...from, hooks: {} }
        if ('module' in from) loaded.set(from.module, journey)
        issues.push(...findMissingPlugins(journey, pluginNames).map((issue) => ({ path: pathOf(scenario, name), ...issue })))
      } catch (error) {
        if (!isBenchpressError(error)) throw error
        issues.push({ path: pathOf(scenario, name), message: error.message, hint: error.hint })
      }
    }
  }
  if (issues.length > 0) throw new InvalidConfigError(issues)
  return loaded
}

// A single journey has the name of its scenario.
function pathOf({ name, journeys }: ResolvedJourneyScenario, journey: string): string {
  const isOnly = journeys.length === 1 && journey === name
  return `scenarios.${name}.${isOnly ? 'journey' : `journeys.${journey}.journey`}`
}
