import { isDeepStrictEqual } from 'node:util'
import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { parsesAlike } from './reference-rules.ts'
import type { Rule } from './rule.ts'
import { nowhere } from './trial.ts'
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
    return { problems: [error instanceof Error ? error.message : String(error)] }
  } finally {
    await worker.terminate()
  }
}
