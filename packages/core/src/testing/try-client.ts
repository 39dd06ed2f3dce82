import { setImmediate as nextTurn } from 'node:timers/promises'
import { systemClock } from '../base/clock/clock.ts'
import { plural } from '../base/units/format.ts'
import { setUpPlugins } from '../load/plugin/config-plugins.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { ModuleExport } from '../load/user/import-module.ts'
import type { Counts } from '../result/summary/series-summary.ts'
import type { JourneyUser } from '../load/user/journey.ts'
import { loadJourney, type LoadedJourney } from '../load/user/load-journey.ts'
import { disposeOf } from '../load/user/user-clients.ts'
import { prepareJourneys, TestHooks } from '../load/user/setup-hooks.ts'
import { sumOutcomes } from '../model/metrics/outcome.ts'
import { openTestUser, type TestUser } from './test-user.ts'
import { breachIn, endingOf, stillOpen, type Attempt, type Ending } from './trial.ts'
import { nameChanges, OpenResources, PluginWatch } from './watched-plugin.ts'

// Turns of the event loop within which an unused client starts whatever it starts by itself.
const turns = 10

/** Sets a plugin up, has one user of it do the journey and leave, disposes of its clients again, and tears the plugin down. */
export const tryClient: Attempt = (trial) =>
  trial.withPlace(async ({ server, loaded, around, route, config }) => {
    const { limit, env } = trial.options
    const source = journeyOf(config)
    const journey = await loadJourney(source)
    const hooks = new TestHooks(around, limit)
    const watch = new PluginWatch(loaded.plugin)
    const resources = new OpenResources()
    const watched = (work: () => unknown, late: string, threw = ''): Promise<Ending> =>
      endingOf(limit, () => resources.watch(work), `${late} within ${limit} ms`, threw)
    try {
      await setUpPlugins([loaded], hooks)
      await prepareJourneys([source], hooks)
      const user = openTestUser({
        target: around.target,
        plugin: watch.plugin,
        options: loaded.options,
        shared: hooks.sharedOf(loaded.plugin.name),
        journeyShared: hooks.sharedOf(source.module),
        env,
        clock: systemClock,
        route,
      })
      const created = await watched(() => Reflect.get(user, loaded.plugin.name), 'it did not end')
      for (let turn = 0; turn < turns; turn++) await nextTurn()
      const { opened } = resources
      const done = await watched(() => doOnce(journey, user), 'it did not end', 'it threw ')
      const { pluginRequests } = user.recorded()
      const left = await watched(() => user.leave(), 'it was not disposed of', 'disposing of it threw ')
      const open = await stillOpen(server, limit, resources)
      const changes = nameChanges('they', watch.changes())
      const again = await watched(
        () => (watch.client === undefined ? undefined : disposeOf(watch.client)),
        'the second time did not end',
        'the second time threw ',
      )
      return {
        createsClient: breachIn(created),
        createClientDoesNoIo: opened && `it opened ${opened} before anything of the client was used`,
        journeyIsDone: breachIn(done),
        clientChangesNothing: changes,
        recordsDeclaredMetrics: nameUndeclared(watch.undeclared, Object.keys(loaded.plugin.metrics)),
        endsItsRequests: pluginRequests === null ? undefined : countUnended(pluginRequests.counts),
        leavesInTime: breachIn(left),
        leavesNothingOpen: open && `still open after the user has left: ${open}`,
        canBeDisposedOfTwice: breachIn(again),
      }
    } finally {
      resources.stop()
      await hooks.finish()
    }
  })

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

function nameUndeclared(undeclared: readonly string[], declared: readonly string[]): string | undefined {
  if (undeclared.length === 0) return undefined
  const recorded = `${undeclared.join(' and ')} ${undeclared.length === 1 ? 'was' : 'were'} recorded`
  return `${recorded}, and declared are ${declared.length === 0 ? 'none' : declared.join(', ')}`
}

function countUnended({ started, outcomes }: Counts): string | undefined {
  const left = started - sumOutcomes(outcomes)
  return left === 0 ? undefined : `${left} of ${plural(started, 'request')} had not ended when the journey was done`
}
