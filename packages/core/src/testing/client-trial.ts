import { systemClock } from '../base/clock/clock.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { PluginSetup } from '../load/plugin/setup-plugins.ts'
import type { ModuleExport } from '../load/user/import-module.ts'
import { loadJourney, type LoadedJourney } from '../load/user/load-journey.ts'
import type { JourneyUser } from '../load/user/journey.ts'
import { prepareJourneys, type PreparedJourneys } from '../load/user/setup-hooks.ts'
import { OpenResources } from './open-resources.ts'
import { openTestUser, type TestUser } from './test-user.ts'
import { within, type Ending, type Trial, type TrialPlace } from './trial.ts'
import { PluginWatch } from './watched-plugin.ts'

/** One user of a plugin under observation. */
export interface ClientTrial {
  readonly place: TrialPlace
  readonly watch: PluginWatch
  readonly user: TestUser
  /** Creates the client of the user, by reading it. */
  readonly createClient: () => void
  /** The resources that the user opened and has not closed. */
  readonly resources: OpenResources
  /** Makes the user leave, once; the user leaves at the end in any case. */
  readonly leave: () => Promise<Ending<void>>
  /** Makes the user do the journey once, with its hooks. */
  readonly doJourney: () => Promise<Ending<void>>
}

/** Sets a plugin up, observes one user of it, and tears it down. */
export async function withClient<Value>(trial: Trial, use: (client: ClientTrial) => Promise<Value>): Promise<Value> {
  return await trial.withPlace(async (place) => {
    const { loaded, around, route, config } = place
    const { limit } = trial.limits
    const source = journeyOf(config)
    const { run, hooks } = await loadJourney(source)
    const setup = new PluginSetup(around, limit)
    const watch = new PluginWatch(loaded.plugin)
    const resources = new OpenResources()
    let prepared: PreparedJourneys | undefined
    try {
      await setup.run([loaded])
      prepared = await prepareJourneys([source], around)
      const user = openTestUser({
        target: around.target,
        plugin: watch.plugin,
        options: loaded.options,
        shared: setup.sharedOf(loaded.plugin.name),
        journeyShared: prepared.sharedOf(source),
        env: trial.env,
        clock: systemClock,
        route,
      })
      const watched = async (work: () => Promise<void>): Promise<Ending<void>> =>
        await within(limit, async () => await resources.watch(work))
      let left: Promise<Ending<void>> | undefined
      const leave = (): Promise<Ending<void>> => (left ??= watched(() => user.leave()))
      const doJourney = async (): Promise<Ending<void>> => await watched(() => doOnce({ run, hooks }, user))
      try {
        const createClient = (): void => void Reflect.get(user, loaded.plugin.name)
        return await use({ place, watch, user, createClient, resources, leave, doJourney })
      } finally {
        await leave()
      }
    } finally {
      watch.stop()
      resources.stop()
      await prepared?.finish(AbortSignal.timeout(limit))
      await setup.finish()
    }
  })
}

async function doOnce({ run, hooks }: LoadedJourney, user: TestUser): Promise<void> {
  // Only the journey knows the types of its user.
  const context = user as unknown as JourneyUser<never, never>
  await hooks.beforeUser?.(context)
  try {
    await run(context)
  } finally {
    await hooks.afterUser?.(context)
  }
}

function journeyOf({ scenarios: [scenario] }: ResolvedConfig): ModuleExport {
  const from = scenario?.kind === 'journeys' ? scenario.journeys[0]?.from : undefined
  if (from === undefined || !('module' in from)) throw new RangeError('a scenario of one journey has none')
  return from
}
