import { systemClock } from '../clock/clock.ts'
import type { ResolvedConfig, ResolvedJourneyScenario } from '../config/resolved-config.ts'
import { HttpScenario } from '../user/http/http-scenario.ts'
import type { HttpSession } from '../user/http/http-session.ts'
import { prepareJourneys, type PreparedJourneys } from '../user/setup-journeys.ts'
import { DeadlineWheel } from '../wire/deadline-wheel.ts'
import type { Route } from '../wire/dial.ts'
import { HeadCache } from '../wire/head-cache.ts'

const readBufferSize = 64 * 1024

/** What the journeys of a test do once, in the thread that calls `run()`: `beforeAll` and `afterAll`, with a client whose requests are in no result. */
export class JourneySetup {
  readonly #http: HttpScenario
  readonly #session: HttpSession
  readonly #wheel: DeadlineWheel
  readonly #prepared: PreparedJourneys

  private constructor(http: HttpScenario, session: HttpSession, wheel: DeadlineWheel, prepared: PreparedJourneys) {
    this.#http = http
    this.#session = session
    this.#wheel = wheel
    this.#prepared = prepared
  }

  /**
   * Loads the journey modules and runs each `beforeAll`; `undefined` when no scenario has a journey.
   *
   * @throws InvalidConfigError for a module that cannot be loaded; what a `beforeAll` throws, after the `afterAll` of those before it
   */
  static async prepare(config: ResolvedConfig, url: string, route: Route, signal: AbortSignal): Promise<JourneySetup | undefined> {
    const scenarios = config.scenarios.filter((scenario) => scenario.kind === 'journeys')
    if (scenarios.length === 0) return undefined
    const wheel = new DeadlineWheel(systemClock)
    const http = new HttpScenario({
      thread: { clock: systemClock, wheel, heads: new HeadCache() },
      readBuffer: Buffer.allocUnsafeSlow(readBufferSize),
      route,
      url,
      timeout: config.timeout,
      connectTimeout: config.connectTimeout,
      recorder: undefined,
      headers: {},
      connections: 'perUser',
    })
    const session = http.session({ take: (now) => now })
    const journeys = scenarios.flatMap((scenario) => scenario.journeys.map(({ from }) => from))
    try {
      const prepared = await prepareJourneys(journeys, { target: url, env: config.env, http: session, signal })
      return new JourneySetup(http, session, wheel, prepared)
    } catch (error) {
      session.leave()
      await http.end()
      wheel.stop()
      throw error
    }
  }

  /** What `beforeAll` of a journey returned. */
  sharedOf(scenario: ResolvedJourneyScenario, name: string): unknown {
    const journey = scenario.journeys.find((each) => each.name === name)
    return journey === undefined ? undefined : this.#prepared.sharedOf(journey.from)
  }

  /**
   * Runs each `afterAll`, whatever happened before. Resolves with what went wrong.
   *
   * @param signal aborts when the teardown has to end too
   */
  async finish(signal: AbortSignal): Promise<readonly Error[]> {
    try {
      return await this.#prepared.finish(signal)
    } finally {
      this.#session.leave()
      await this.#http.end()
      this.#wheel.stop()
    }
  }
}
