import { PluginSetup } from '../load/plugin/setup-plugins.ts'
import { completesOptions, parsesAlike } from './reference-rules.ts'
import { messageOf } from '../base/errors/benchpress-error.ts'
import type { Breach, Rule } from './rule.ts'
import { waitUntilAlone, within, nowhere } from './trial.ts'
import { watchContext } from './watched-plugin.ts'
import { formatNumberOf } from '../base/units/format.ts'
import { isDeepStrictEqual } from 'node:util'
import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PluginReference } from '../load/plugin/plugin.ts'
import type { SeenInThread } from './load-plugin-entry.ts'

/** Whether it is the same plugin everywhere. */
export const loadsInThreads: Rule = {
  name: 'every thread loads the same plugin from the reference',
  needs: [parsesAlike],
  check: async (trial) => {
    const { loaded } = await trial.load(nowhere)
    const seen = await seeInThread({ ...trial.reference, module: loaded.module })
    if ('problems' in seen) {
      const advice = 'let the module be imported everywhere: no state of the main thread, no build that runs there only'
      return { seen: `a worker thread could not load it: ${seen.problems.join('; ')}`, advice }
    }
    const { plugin, options } = loaded
    const here = { name: plugin.name, metrics: Object.keys(plugin.metrics), options: seen.options === undefined ? undefined : options }
    if (isDeepStrictEqual(seen, here)) return undefined
    return {
      seen: `a worker thread found ${JSON.stringify(seen)}, and this one ${JSON.stringify(here)}`,
      advice: 'let name, metrics and options depend on nothing but the code and the reference',
    }
  },
}

// tsc rewrites the extension of imports, not that of URLs: source starts source, and dist starts dist.
const entry = new URL(`./load-plugin-entry${extname(import.meta.url)}`, import.meta.url)

/** Loads a plugin in a worker thread of its own, and says what it found there. */
async function seeInThread(reference: PluginReference): Promise<SeenInThread> {
  const worker = new Worker(entry, { workerData: reference, name: 'benchpress conformance' })
  try {
    const [seen] = (await once(worker, 'message')) as [SeenInThread]
    return seen
  } catch (error) {
    // What a module throws in a thread ends the thread.
    return { problems: [messageOf(error)] }
  } finally {
    await worker.terminate()
  }
}

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
