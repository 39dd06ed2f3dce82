import { PluginSetup } from '../load/plugin/setup-plugins.ts'
import { completesOptions } from './reference-rules.ts'
import { messageOf, type Breach, type Rule } from './rule.ts'
import { loadsInThreads } from './thread-rules.ts'
import { waitUntilAlone, within } from './trial.ts'
import { watchContext } from './watched-plugin.ts'
import { formatNumberOf } from '../base/units/format.ts'

/** What `setup` and `teardown` do to what they are given. */
export const setupChangesNothing: Rule = {
  name: 'setup changes nothing of what it is given',
  needs: [loadsInThreads, completesOptions],
  check: async (trial) => {
    return await trial.withPlace(async ({ loaded: { plugin, options }, around }) => {
      const { limit } = trial.limits
      const watched = watchContext({ ...around, options })
      const ending = await within(limit, () => plugin.setup?.(watched.context))
      if ('value' in ending) {
        const after = watchContext({ ...around, options, shared: ending.value })
        await within(limit, () => plugin.teardown?.(after.context))
        return changed('teardown', after.changes()) ?? changed('setup', watched.changes())
      }
      // How it failed is for the rule of that.
      return changed('setup', watched.changes())
    })
  },
}

/** What `setup` gives to the load threads. */
export const setupReturnsData: Rule = {
  name: 'setup ends in time and returns data that can be cloned',
  needs: [setupChangesNothing],
  check: async (trial) => {
    return await trial.withPlace(async ({ loaded, around }) => {
      const setup = new PluginSetup(around, trial.limits.limit)
      try {
        await setup.run([loaded])
        return undefined
      } catch (cause) {
        const advice = 'let setup succeed against the server that startServer starts, within the limit, and return plain data'
        return { seen: messageOf(cause), advice, cause }
      } finally {
        await setup.finish()
      }
    })
  },
}

/** How `teardown` ends. */
export const teardownEnds: Rule = {
  name: 'teardown ends in time and leaves no connection, also when there was no load',
  needs: [setupReturnsData],
  check: async (trial) => {
    return await trial.withPlace(async ({ loaded, around, server }) => {
      const { limit } = trial.limits
      const setup = new PluginSetup(around, limit)
      await setup.run([loaded])
      const [failure] = await setup.finish()
      if (failure !== undefined) {
        const advice = 'let teardown succeed after every setup, and end: what it waits for may never come once a test has failed'
        return { seen: failure.message, advice, cause: failure }
      }
      const left = await waitUntilAlone(server, limit)
      return left === 0
        ? undefined
        : {
            seen: `${formatNumberOf(left, 'connection to the server is', 'connections to the server are')} open after it`,
            advice: 'close in teardown what setup opens',
          }
    })
  },
}

function changed(phase: string, names: readonly string[]): Breach | undefined {
  if (names.length === 0) return undefined
  const advice = `return what is new rather than changing a context: a test hands out read-only ones`
  return { seen: `${phase} changed ${names.map((name) => `context.${name}`).join(' and ')}`, advice }
}
