import { fileURLToPath } from 'node:url'
import { runBare } from '../../../../test/accuracy/bare-threads.ts'
import type { Lab } from '../../../../test/accuracy/lab.ts'
import { percentileOf } from '../../../../test/accuracy/percentile.ts'
import { run } from '../../src/run/api.ts'
import { clockCost, type BareCallsOptions } from './bare-calls.ts'

/** A function of `work.bench.ts`. */
export interface CallsLabOptions extends Pick<BareCallsOptions, 'name' | 'batch'> {
  /** Readings of the clock that a call may cost more with ours. */
  readonly readings: number
}

const bare = import.meta.resolve('./bare-calls.ts')
const functions = fileURLToPath(new URL('work.bench.ts', import.meta.url))
const warmup = 50
const time = 100

/** One function, called by a bare loop and by ours. Times are nanoseconds. */
export async function prepare({ name, batch, readings }: CallsLabOptions): Promise<Lab> {
  return {
    close: async () => {},
    reference: async () => {
      const load: BareCallsOptions = { name, batch, warmup, time }
      const times = await runBare(bare, load, 1)
      return { fastest: Math.min(...times), median: percentileOf(times, 50), way: clockCost() * readings }
    },
    ours: async () => {
      const result = await run({ seed: 1, scenarios: { work: { functions, time: `${time}ms`, warmup: `${warmup}ms`, only: [name] } } })
      const { callTime } = result.microbenchmark(name)
      return { fastest: callTime?.min ?? Number.NaN, median: callTime?.median ?? Number.NaN }
    },
  }
}
