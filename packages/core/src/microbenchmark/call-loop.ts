/** The lengths of samples that the clock can time, in nanoseconds. */
export interface SampleLength {
  /** Length from which a call is timed by itself. */
  readonly single: number
  /** Length of a batch of shorter calls. */
  readonly batch: number
}

// A hundred readings of the clock, so that reading it takes less than a hundredth of the sample.
const readingsOfSingle = 100
// When calls are batched anyway, batches can be longer.
const readingsOfBatch = 500
// The most samples of one case and thread in memory, of 8 bytes each.
const mostSamples = 1e6

/**
 * Computes the lengths of samples.
 *
 * @param timer nanoseconds that reading the clock takes
 * @param time nanoseconds in which samples are taken: a longer time has longer samples, so that they fit in memory
 */
export function sampleLength(timer: number, time: number): SampleLength {
  const least = time / mostSamples
  return { single: Math.max(timer * readingsOfSingle, least), batch: Math.max(timer * readingsOfBatch, least) }
}

/** The number of calls that are timed together, from the nanoseconds of one call: 1 when the clock can time a single call. */
export function batchSize(call: number, { single, batch }: SampleLength): number {
  if (call >= single) return 1
  return Math.min(mostCalls, Math.ceil(batch / Math.max(call, leastCall)))
}

// The least time of a call of an empty function.
const leastCall = 0.1
const mostCalls = 1e7

/** How a batch of calls ended, in one reused object for each case. */
export interface CallOutcome {
  /** The number of calls that were made, including a failed one. */
  calls: number
  hasFailed: boolean
  /** The error that was thrown. */
  error: unknown
  /** The last results, kept so that no compiler can leave out their calls. */
  readonly results: unknown[]
}

/** Calls a function a number of times and returns the nanoseconds that it took; the outcome contains how the calls ended. */
export type CallLoop = (times: number) => number | Promise<number>

/** The function that a loop calls, and where its outcome is written. */
export interface LoopSubject {
  readonly run: (state: never) => unknown
  readonly state: unknown
  readonly isAsync: boolean
  readonly outcome: CallOutcome
}

type MakeLoop = (run: unknown, state: unknown, outcome: CallOutcome, now: () => bigint) => CallLoop

/**
 * Makes a loop for one function, whose call site no other function uses.
 *
 * V8 remembers which functions a call site has called, and calls faster when it is only one: with one loop for all cases, the first would be measured
 * faster than the others.
 */
export function createCallLoop({ run, state, isAsync, outcome }: LoopSubject): CallLoop {
  const call = isAsync ? asyncLoop : syncLoop
  // eslint-disable-next-line typescript/no-implied-eval -- the text is ours; a text that was seen before would get the call site of then
  const make = new Function('run', 'state', 'outcome', 'now', `// ${++loops}\n${call}`) as MakeLoop
  return make(run, state, outcome, () => process.hrtime.bigint())
}

let loops = 0

/** Creates an empty outcome. */
export function createCallOutcome(): CallOutcome {
  return { calls: 0, hasFailed: false, error: undefined, results: Array.from({ length: 8 }) }
}

const syncLoop = loopOf('function', 'run(state)')
const asyncLoop = loopOf('async function', 'await run(state)')

function loopOf(kind: string, call: string): string {
  return `'use strict'
const results = outcome.results
return ${kind} callLoop(times) {
  let done = 0
  const start = now()
  try {
    for (; done < times; done++) results[done & 7] = ${call}
  } catch (error) {
    outcome.calls = done + 1
    outcome.hasFailed = true
    outcome.error = error
    return Number(now() - start)
  }
  const end = now()
  outcome.calls = times
  outcome.hasFailed = false
  return Number(end - start)
}`
}
