import { appendFileSync } from 'node:fs'
import { microbenchmark } from '../../src/index.ts'

/** The options of the functions of this module. */
export interface CountedOptions {
  /** File to which each thread appends what it did, a line of JSON. */
  readonly log: string
}

interface Counted {
  readonly log: string
  readonly thread: number
  readonly drawn: number
  readonly calls: Record<string, number>
  readonly order: string[]
}

/** Functions that count their own calls, for the tests to compare with what is reported. */
export default microbenchmark<Counted, CountedOptions>({
  setup: ({ options, random, thread }) => ({ log: options.log, thread, drawn: random.int(0, 1e9), calls: {}, order: [] }),
  teardown: (state) => appendFileSync(state.log, `${JSON.stringify(state)}\n`),
  cases: {
    fast: (state) => count(state, 'fast'),
    slow: async (state) => {
      await new Promise((resolve) => setTimeout(resolve, 2))
      return count(state, 'slow')
    },
    never: (state) => {
      count(state, 'never')
      throw new Error('never works')
    },
    sometimes: async (state) => {
      if (count(state, 'sometimes') % 4 === 0) throw new Error('every fourth')
    },
    resolved: async (state) => count(state, 'resolved'),
  },
})

function count(state: Counted, name: string): number {
  if (state.order.at(-1) !== name) state.order.push(name)
  return (state.calls[name] = (state.calls[name] ?? 0) + 1)
}
