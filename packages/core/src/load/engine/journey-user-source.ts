import { LoopTurns } from '../../base/clock/clock.ts'
import type { UserRecorder } from '../../measure/recorder/user-recorder.ts'
import { createMetricRecorders } from '../user/metric-recorders.ts'
import { HttpScenario } from '../user/http/http-session.ts'
import { loadJourney } from '../user/load-journey.ts'
import { UserContext } from '../user/user-context.ts'
import { CallPlaces } from '../user/call.ts'
import type { UserScenario } from '../user/user-state.ts'
import type { CreateDial } from '../wire/dial.ts'
import { deriveSeed } from '../../model/workload/random.ts'
import { WeightedChoice } from '../../model/workload/choices.ts'
import { systemAlarms, type CreateAlarm } from './alarm.ts'
import { JourneyUser, type JourneyHost, type ThreadJourney } from './journey-user.ts'
import type { JourneyShare, UserShare } from './scenario-share.ts'
import type { Schedule } from './schedule.ts'
import type { User, UserHost, UserSource, UserThread } from './executor.ts'

/** Creates the users of a scenario of journeys on one thread. */
export class JourneyUserSource implements UserSource, JourneyHost {
  readonly scenario: UserScenario
  readonly leaving: Set<JourneyUser> = new Set()
  readonly createAlarm: CreateAlarm
  readonly Context: typeof UserContext
  readonly #journeys: readonly ThreadJourney[]
  readonly #choice: WeightedChoice

  private constructor(
    scenario: UserScenario,
    Context: typeof UserContext,
    journeys: readonly ThreadJourney[],
    weights: readonly number[],
    createAlarm: CreateAlarm,
  ) {
    this.scenario = scenario
    this.createAlarm = createAlarm
    this.Context = Context
    this.#journeys = journeys
    // A separate stream, because arrivals and users draw from the scenario's seed, too.
    this.#choice = new WeightedChoice(weights, deriveSeed(scenario.seed, 'journeys'))
  }

  /**
   * Loads the journeys of a scenario into this thread.
   *
   * @param createDial opens the connections of the thread
   * @throws BenchpressError `INVALID_CONFIG` for a journey that cannot be loaded
   * @throws TypeError when the users of the scenario send requests
   */
  static async create(
    share: UserShare,
    thread: UserThread,
    createDial: CreateDial,
    recorder: UserRecorder,
    createAlarm: CreateAlarm = systemAlarms(thread.clock),
  ): Promise<JourneyUserSource> {
    const { action, seed, part } = share
    if (action.kind !== 'journeys') throw new TypeError(`${share.name} has no journeys`)
    const { spread, env, metrics } = action
    const servers = share.servers && { all: share.servers, spread, thread: part.worker }
    const journeys: ThreadJourney[] = []
    // Loaded one after the other, so that modules run in the same order in each thread.
    for (const journey of action.journeys) journeys.push(await loadThreadJourney(journey))
    const scenario: UserScenario = {
      clock: thread.clock,
      turns: new LoopTurns(),
      recorder,
      http: new HttpScenario({ ...share, ...action, servers, thread, createDial, recorder }),
      metrics: createMetricRecorders(metrics, recorder, thread.clock),
      env: Object.freeze({ ...env }),
      seed,
      part,
      thread,
      places: new CallPlaces(),
      runStart: Infinity,
    }
    const weights = action.journeys.map(({ weight }) => weight)
    const clients = thread.plugins?.clientsFor(scenario) ?? []
    return new JourneyUserSource(scenario, UserContext.withClients(clients), journeys, weights, createAlarm)
  }

  get opened(): number {
    return this.scenario.http.opened
  }

  /** Resolves at once: connections are opened when a user needs them, as they are by the clients of a real target. */
  async prepare(): Promise<void> {}

  begin({ runStart }: Schedule): void {
    this.scenario.runStart = runStart
  }

  create(id: number, host: UserHost): User {
    return new JourneyUser(id, this, host)
  }

  journeyAt(globalIndex: number): ThreadJourney {
    const journey = this.#journeys[this.#choice.placeOf(globalIndex)]
    if (journey === undefined) throw new RangeError(`there is no journey for iteration ${globalIndex}`)
    return journey
  }

  journeyOf(globalIndex: number): string {
    return this.journeyAt(globalIndex).name
  }

  /** Closes everything; users that are leaving leave at once. */
  async end(): Promise<void> {
    const now = this.scenario.clock.now()
    for (const user of this.leaving) user.abort(now)
    await this.scenario.http.end()
  }
}

async function loadThreadJourney({ name, from, shared }: JourneyShare): Promise<ThreadJourney> {
  const { run, hooks } = 'module' in from ? await loadJourney(from) : from
  return { name, shared, run, hooks }
}
