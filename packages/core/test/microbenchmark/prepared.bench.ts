import { microbenchmark } from '../../src/index.ts'

interface Prepared {
  prepared: number
  called: number
}

/** The options of the functions of this module. */
export interface PreparedOptions {
  /** The number of the call, from 0, that lacks its preparation. */
  readonly broken: number
}

/** A function that fails unless it was prepared for since its last call, and one by options. */
export const prepared = (options: PreparedOptions | undefined): unknown =>
  microbenchmark<Prepared>({
    setup: () => ({ prepared: 0, called: 0 }),
    beforeEach: (state, name) => {
      if (state.prepared === options?.broken) {
        state.prepared++
        state.called++
        throw new Error(`cannot prepare ${name}`)
      }
      state.prepared++
    },
    cases: {
      use: (state) => {
        state.called++
        if (state.called !== state.prepared) throw new Error(`call ${state.called} was prepared ${state.prepared} times`)
      },
    },
  })

export const brokenSetup: unknown = microbenchmark({
  setup: () => {
    throw new Error('no disk')
  },
  cases: { any: () => 1 },
})

export const brokenTeardown: unknown = microbenchmark({
  teardown: () => {
    throw new Error('cannot clean up')
  },
  cases: { any: () => 1 },
})

export const dying: unknown = microbenchmark({
  cases: {
    first: () => 1,
    dies: () => {
      process.exit(3)
    },
  },
})

/** Fails once in 5,000 calls. */
export const rarely: unknown = microbenchmark<{ calls: number }>({
  setup: () => ({ calls: 0 }),
  cases: {
    fails: (state) => {
      if (++state.calls % 5000 === 0) throw new Error('rarely')
      return state.calls
    },
  },
})

export const changing: unknown = microbenchmark<{ calls: number }>({
  setup: () => ({ calls: 0 }),
  cases: { changes: (state) => (state.calls++ < 2 ? 1 : Promise.resolve(1)) },
})

/** Returns a promise at each other call, from the second on: a batch of any length has some, and half of the batches do not end with one. */
export const odd: unknown = microbenchmark<{ calls: number }>({
  setup: () => ({ calls: 0 }),
  cases: { changes: (state) => (state.calls++ % 2 === 0 ? 1 : Promise.resolve(1)) },
})

export const endless: unknown = microbenchmark({
  cases: {
    waits: () => new Promise((resolve) => setTimeout(resolve, 5)),
    never_reached: () => 1,
  },
})

export const noCases: unknown = { cases: {} }
export const notOne = 5
