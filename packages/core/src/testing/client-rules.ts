import { setImmediate as nextTurn } from 'node:timers/promises'
import { systemClock } from '../base/clock/clock.ts'
import { sumOutcomes } from '../model/metrics/outcome.ts'
import { withClient, type ClientTrial } from './client-trial.ts'
import { messageOf } from '../base/errors/benchpress-error.ts'
import type { Breach, Rule } from './rule.ts'
import { setupReturnsData, teardownEnds } from './setup-rules.ts'
import { waitUntilAlone, within, type Trial } from './trial.ts'

/** Makes a rule that is judged by one client and its user in a trial. */
function clientRule(
  rule: Pick<Rule, 'name' | 'needs'> & { readonly check: (client: ClientTrial, trial: Trial) => Promise<Breach | undefined> },
): Rule {
  return { ...rule, check: async (trial) => await withClient(trial, async (client) => await rule.check(client, trial)) }
}

// Turns of the event loop within which an unused client starts whatever it starts by itself.
const turns = 10

/** The plugin creates a client. */
export const createsClient: Rule = clientRule({
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
export const createClientDoesNoIo: Rule = clientRule({
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
export const journeyIsDone: Rule = clientRule({
  name: 'the journey can be done with the client',
  needs: [createsClient],
  check: async ({ doJourney }, { limits }) => {
    const ending = await doJourney()
    if ('value' in ending) return undefined
    const seen = 'late' in ending ? `it did not end within ${limits.limit} ms` : `it threw ${messageOf(ending.error)}`
    const advice = 'make it succeed against the server that startServer starts, or give the case more time by `limit`'
    return { seen, advice, ...('error' in ending ? { cause: ending.error } : {}) }
  },
})

/** The client does not change the context that it was given. */
export const clientChangesNothing: Rule = clientRule({
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
export const recordsDeclaredMetrics: Rule = clientRule({
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
export const endsItsRequests: Rule = clientRule({
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
export const leavesInTime: Rule = clientRule({
  name: 'a client is disposed of in time',
  needs: [createsClient],
  check: async ({ createClient, doJourney, leave }, { limits }) => {
    createClient()
    await doJourney()
    const ending = await leave()
    if ('value' in ending) return undefined
    const seen = 'late' in ending ? `it was not disposed of within ${limits.limit} ms` : `disposing of it threw ${messageOf(ending.error)}`
    return { seen, advice: 'close what is open without waiting for the other side' }
  },
})

/** The client leaves nothing open after it was disposed of. */
export const leavesNothingOpen: Rule = clientRule({
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
export const canBeDisposedOfTwice: Rule = clientRule({
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
      if ('error' in ending) return { seen: `the second time threw ${messageOf(ending.error)}`, advice, cause: ending.error }
      if ('late' in ending) return { seen: `the second time did not end within ${limits.limit} ms`, advice }
    }
    return undefined
  },
})
