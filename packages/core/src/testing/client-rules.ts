import { setImmediate as nextTurn } from 'node:timers/promises'
import { systemClock } from '../base/clock/clock.ts'
import { sumOutcomes } from '../model/metrics/outcome.ts'
import { messageOf } from '../base/errors/benchpress-error.ts'
import type { Breach, ConformanceRule } from './rule.ts'
import { setupReturnsData, teardownEnds } from './setup-rules.ts'
import { waitUntilAlone, within, type Trial, type Ending, type TrialPlace } from './trial.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { setUpPlugins } from '../load/plugin/config-plugins.ts'
import type { ModuleExport } from '../load/user/import-module.ts'
import { loadJourney, type LoadedJourney } from '../load/user/load-journey.ts'
import type { JourneyUser } from '../load/user/journey.ts'
import { prepareJourneys, TestHooks } from '../load/user/setup-hooks.ts'
import { OpenResources, PluginWatch } from './watched-plugin.ts'
import { openTestUser, type TestUser } from './test-user.ts'

/** Makes a rule that is judged by one client and its user in a trial. */
function clientRule(
  rule: Pick<ConformanceRule, 'name' | 'needs'> & { readonly check: (client: ClientTrial, trial: Trial) => Promise<Breach | undefined> },
): ConformanceRule {
  return { ...rule, check: (trial) => withClient(trial, (client) => rule.check(client, trial)) }
}

/** How work broke a rule that it had to end well and in time. */
function breachBy(ending: Ending<unknown>, late: string, threw: string, advice: string): Breach | undefined {
  if ('value' in ending) return undefined
  return 'late' in ending ? { seen: late, advice } : { seen: `${threw} ${messageOf(ending.error)}`, advice, cause: ending.error }
}

// Turns of the event loop within which an unused client starts whatever it starts by itself.
const turns = 10

/** The plugin creates a client. */
export const createsClient: ConformanceRule = clientRule({
  name: 'createClient returns a client that can be disposed of',
  needs: [setupReturnsData, teardownEnds],
  check: async ({ createClient }, { limits }) => {
    const ending = await within(limits.limit, createClient)
    if (!('error' in ending)) return undefined
    const advice = 'return an object with a method [Symbol.asyncDispose] or [Symbol.dispose], for every user and every option'
    return { seen: messageOf(ending.error), advice, cause: ending.error }
  },
})

/** Creating a client does no I/O. */
export const createClientDoesNoIo: ConformanceRule = clientRule({
  name: 'createClient does no I/O',
  needs: [createsClient],
  check: async ({ createClient, watch }) => {
    createClient()
    for (let turn = 0; turn < turns; turn++) await nextTurn()
    if (watch.opened === '') return undefined
    return {
      seen: `it opened ${watch.opened} before anything of the client was used`,
      advice: 'open connections and files in the methods of the client',
    }
  },
})

/** The journey of the plugin's author can be done. */
export const journeyIsDone: ConformanceRule = clientRule({
  name: 'the journey can be done with the client',
  needs: [createsClient],
  check: async ({ doJourney }, { limits }) => {
    const advice = 'make it succeed against the server that startServer starts, or give the case more time by `limit`'
    return breachBy(await doJourney(), `it did not end within ${limits.limit} ms`, 'it threw', advice)
  },
})

/** The client does not change the context that it was given. */
export const clientChangesNothing: ConformanceRule = clientRule({
  name: 'clients change nothing of the context they are given',
  needs: [createsClient],
  check: async ({ createClient, watch, doJourney, leave }) => {
    createClient()
    await doJourney()
    await leave()
    const { changes } = watch
    if (changes.length === 0) return undefined
    return {
      seen: `they changed ${changes.map((name) => `context.${name}`).join(' and ')}`,
      advice: 'copy what the client is to change; users share what they are given, and a test hands it out read-only',
    }
  },
})

/** The client records only declared metrics. */
export const recordsDeclaredMetrics: ConformanceRule = clientRule({
  name: 'only metrics that are declared are recorded',
  needs: [createsClient],
  check: async ({ place, watch, doJourney, leave }) => {
    await doJourney()
    await leave()
    const [first] = watch.undeclared
    if (first === undefined) return undefined
    const declared = Object.keys(place.loaded.plugin.metrics)
    return {
      seen: `${[...watch.undeclared].join(' and ')} ${watch.undeclared.size === 1 ? 'was' : 'were'} recorded, and declared are ${declared.length === 0 ? 'none' : declared.join(', ')}`,
      advice: `declare it under "metrics" of the plugin, such as ${first}: { type: 'counter' }, or correct the name`,
    }
  },
})

/** Every request of the client ends. */
export const endsItsRequests: ConformanceRule = clientRule({
  name: 'every request that a client starts ends',
  needs: [journeyIsDone],
  check: async ({ user, doJourney }) => {
    await doJourney()
    const requests = user.recorded().pluginRequests
    if (requests === null) return undefined
    const { started, outcomes } = requests.counts
    const left = started - sumOutcomes(outcomes)
    if (left === 0) return undefined
    return {
      seen: `${left} of ${started} ${started === 1 ? 'request' : 'requests'} had not ended when the journey was done`,
      advice: 'call requests.ended for each requests.started, however the request ends, and let the journey wait for its responses',
    }
  },
})

/** The client can be disposed of in time. */
export const leavesInTime: ConformanceRule = clientRule({
  name: 'a client is disposed of in time',
  needs: [createsClient],
  check: async ({ createClient, doJourney, leave }, { limits }) => {
    createClient()
    await doJourney()
    const advice = 'close what is open without waiting for the other side'
    return breachBy(await leave(), `it was not disposed of within ${limits.limit} ms`, 'disposing of it threw', advice)
  },
})

/** The client leaves nothing open after it was disposed of. */
export const leavesNothingOpen: ConformanceRule = clientRule({
  name: 'a client that was disposed of leaves nothing open',
  needs: [leavesInTime, createClientDoesNoIo],
  check: async ({ place, createClient, resources, doJourney, leave }, { limits }) => {
    resources.watch(createClient)
    await doJourney()
    await leave()
    const { limit } = limits
    const left = await waitUntilAlone(place.server, limit)
    for (const end = systemClock.now() + limit * 1000; resources.open !== '' && systemClock.now() < end;) await nextTurn()
    if (left === 0 && resources.open === '') return undefined
    const connections = left === 0 ? '' : `${left === 1 ? 'a connection' : `${left} connections`} to the server`
    const seen = [connections, resources.open].filter((each) => each !== '').join(' and ')
    return {
      seen: `still open after the user has left: ${seen}`,
      advice: 'close every socket, file and timer when the client is disposed of',
    }
  },
})

/** The client can be disposed of twice. */
export const canBeDisposedOfTwice: ConformanceRule = clientRule({
  name: 'a client can be disposed of twice',
  needs: [leavesInTime],
  check: async ({ createClient, watch, doJourney, leave }, { limits }) => {
    createClient()
    await doJourney()
    await leave()
    for (const client of watch.clients) {
      const ending = await within(limits.limit, async () => {
        if (Symbol.asyncDispose in client) await client[Symbol.asyncDispose]()
        else client[Symbol.dispose]()
      })
      const advice = 'do nothing the second time: a journey may close what its user closes again when it leaves'
      const breach = breachBy(ending, `the second time did not end within ${limits.limit} ms`, 'the second time threw', advice)
      if (breach !== undefined) return breach
    }
    return undefined
  },
})

/** One user of a plugin under observation. */
interface ClientTrial {
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
async function withClient<Value>(trial: Trial, use: (client: ClientTrial) => Promise<Value>): Promise<Value> {
  return await trial.withPlace(async (place) => {
    const { loaded, around, route, config } = place
    const { limit } = trial.limits
    const source = journeyOf(config)
    const { run, hooks } = await loadJourney(source)
    const hooksOfTest = new TestHooks(around, limit)
    const watch = new PluginWatch(loaded.plugin)
    const resources = new OpenResources()
    try {
      await setUpPlugins([loaded], hooksOfTest)
      await prepareJourneys([source], hooksOfTest)
      const user = openTestUser({
        target: around.target,
        plugin: watch.plugin,
        options: loaded.options,
        shared: hooksOfTest.sharedOf(loaded.plugin.name),
        journeyShared: 'module' in source ? hooksOfTest.sharedOf(source.module) : undefined,
        env: trial.env,
        clock: systemClock,
        route,
      })
      const watched = (work: () => Promise<void>): Promise<Ending<void>> => within(limit, () => resources.watch(work))
      let left: Promise<Ending<void>> | undefined
      const leave = (): Promise<Ending<void>> => (left ??= watched(() => user.leave()))
      const doJourney = (): Promise<Ending<void>> => watched(() => doOnce({ run, hooks }, user))
      try {
        const createClient = (): void => void Reflect.get(user, loaded.plugin.name)
        return await use({ place, watch, user, createClient, resources, leave, doJourney })
      } finally {
        await leave()
      }
    } finally {
      watch.stop()
      resources.stop()
      await hooksOfTest.finish()
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
