import { isDeepStrictEqual } from 'node:util'
import { parsesAlike } from './options-rules.ts'
import type { Rule } from './rule.ts'
import { seeInThread } from './see-in-thread.ts'
import { nowhere } from './trial.ts'

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
