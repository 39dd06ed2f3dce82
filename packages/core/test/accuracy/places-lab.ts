import { fileURLToPath } from 'node:url'
import type { Block, Lab } from '../../../../test/accuracy/lab.ts'
import { run } from '../../src/run/api.ts'

const functions = fileURLToPath(new URL('work.bench.ts', import.meta.url))
const tiny = ['first', 'last']

/** The fastest calls of the tiny functions, in nanoseconds, by ours both times: each alone, and the one before all others, the other one behind them. */
export async function prepare(): Promise<Lab> {
  const measure = async (only: readonly string[]): Promise<Block> => {
    const result = await run({ seed: 1, scenarios: { work: { functions, time: '50ms', warmup: '50ms', only } } })
    const fastest = (name: string): number => result.microbenchmark(name).callTime?.min ?? Number.NaN
    return Object.fromEntries(only.filter((name) => tiny.includes(name)).map((name) => [name, fastest(name)]))
  }
  return {
    close: async () => {},
    reference: async () => {
      const alone = { ...(await measure(['first'])), ...(await measure(['last'])) }
      // Alone, too, the same function is at times compiled to something that takes half as long again.
      return { ...alone, way: Math.min(...Object.values(alone)) * 0.75 }
    },
    ours: async () => await measure(['first', 'half', 'whole', 'last']),
  }
}
