import type { ResolvedConfig, ResolvedJourneyScenario } from '../config/resolved-config.ts'
import { PluginSetup } from '../load/plugin/setup-plugins.ts'
import { longestHook } from '../load/user/limited-hook.ts'
import { prepareJourneys, type PreparedJourneys } from '../load/user/setup-journeys.ts'
import type { Route } from '../load/wire/dial.ts'
import { loadJourneys } from './load-journeys.ts'
import { SetupHttp } from './setup-http.ts'

/** Where a test runs, for what is done once before and after it. */
export interface SetupPlace {
  /** URL of the target. */
  readonly url: string
  readonly route: Route
  /** Aborts when the test is interrupted. */
  readonly signal: AbortSignal
  /** Hears what went wrong afterwards, when nothing can fail for it any more. */
  readonly onFailure: (message: string) => void
}

/**
 * What a test does once, in the thread that calls `run()`: `setup` of plugins, `beforeAll` of journeys, and afterwards `afterAll` and `teardown`,
 * with a client whose requests are in no result.
 */
export class TestSetup {
  readonly #config: ResolvedConfig
  readonly #place: SetupPlace
  readonly #http: SetupHttp
  readonly #plugins: PluginSetup
  #journeys: PreparedJourneys | undefined

  private constructor(config: ResolvedConfig, place: SetupPlace) {
    this.#config = config
    this.#place = place
    this.#http = new SetupHttp(config, place.url, place.route)
    const { url: target, signal } = place
    this.#plugins = new PluginSetup({ target, env: config.env, http: this.#http.client, signal })
  }

  /**
   * Loads the journey modules, then runs `setup` of each plugin and each `beforeAll`; `undefined` when the test has neither.
   *
   * @throws InvalidConfigError for journeys that cannot be loaded; what a `setup` or a `beforeAll` throws, when what was set up by then has been
   *   torn down
   */
  static async prepare(config: ResolvedConfig, place: SetupPlace): Promise<TestSetup | undefined> {
    if (config.plugins.length === 0 && config.scenarios.every(({ kind }) => kind !== 'journeys')) return undefined
    // Before anything is done to the target.
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

  /** What `beforeAll` of a journey returned. */
  sharedOf(scenario: ResolvedJourneyScenario, name: string): unknown {
    const journey = scenario.journeys.find((each) => each.name === name)
    return journey === undefined ? undefined : this.#journeys?.sharedOf(journey.from)
  }

  /** What `setup` of a plugin returned. */
  sharedOfPlugin(name: string): unknown {
    return this.#plugins.sharedOf(name)
  }

  /** Runs each `afterAll`, then each `teardown`, whatever happened before. */
  async finish(): Promise<void> {
    try {
      // The signal of the test may be what ended it; this has to be done all the same.
      this.#tell((await this.#journeys?.finish(AbortSignal.timeout(longestHook))) ?? [])
      this.#tell(await this.#plugins.finish())
    } finally {
      await this.#http.end()
    }
  }

  async #prepare(): Promise<void> {
    const { plugins, scenarios, env } = this.#config
    const { url: target, signal } = this.#place
    await this.#plugins.run(plugins)
    const journeys = scenarios.flatMap((scenario) => (scenario.kind === 'journeys' ? scenario.journeys.map(({ from }) => from) : []))
    this.#journeys = await prepareJourneys(journeys, { target, env, http: this.#http.client, signal })
  }

  #tell(failures: readonly Error[]): void {
    for (const { message } of failures) this.#place.onFailure(message)
  }
}
