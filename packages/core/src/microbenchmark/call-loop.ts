/** How a sample has to be, so that the clock can tell its time. Nanoseconds. */
export interface SampleLength {
  /** From here on a call is timed by itself. */
  readonly single: number
  /** How long a batch of shorter calls should take. */
  readonly batch: number
}

// A hundred readings of the clock: what it takes to read it is less than a hundredth of the sample.
const readingsOfSingle = 100
// Where calls are batched anyway, the batches may as well be longer.
const readingsOfBatch = 500
// Samples of one case and thread that are kept in memory, of 8 bytes each.
const mostSamples = 1e6

/**
 * Says how long a sample has to be.
 *
 * @param timer nanoseconds that reading the clock takes
 * @param time nanoseconds in which samples are taken: of a long time they are longer, so that they have room in memory
 */
export function sampleLength(timer: number, time: number): SampleLength {
  const least = time / mostSamples
  return { single: Math.max(timer * readingsOfSingle, least), batch: Math.max(timer * readingsOfBatch, least) }
}

/** The number of calls that are timed together, by the nanoseconds that one takes: 1 where the clock can tell the time of one. */
export function batchSize(call: number, { single, batch }: SampleLength): number {
  if (call >= single) return 1
  return Math.min(mostCalls, Math.ceil(batch / Math.max(call, leastCall)))
}

// What calling an empty function takes at least.
const leastCall = 0.1
const mostCalls = 1e7

/** How a batch of calls ended; one object a case, written over and over. */
export interface CallOutcome {
  /** Calls that were made, the one that failed included. */
  calls: number
  hasFailed: boolean
  /** What was thrown. */
  error: unknown
  /** The last results, so that no compiler can leave out the calls they come from. */
  readonly results: unknown[]
}

/** Calls a function a number of times and returns the nanoseconds it took; how the calls ended stands in the outcome. */
export type CallLoop = (times: number) => number | Promise<number>

/** What a loop calls. */
export interface LoopSubject {
  readonly run: (state: never) => unknown
  readonly state: unknown
  readonly isAsync: boolean
  readonly outcome: CallOutcome
}

type MakeLoop = (run: unknown, state: unknown, outcome: CallOutcome, now: () => bigint) => CallLoop

/**
 * Makes a loop around one function that no other function has gone through.
 *
 * V8 remembers which functions a call site has seen, and calls faster where it is one only: with one loop for all cases, the first would be measured
 * faster than the others.
 */
export function createCallLoop({ run, state, isAsync, outcome }: LoopSubject): CallLoop {
  const call = isAsync ? asyncLoop : syncLoop
  // eslint-disable-next-line typescript/no-implied-eval -- the text is ours; a text that was seen before would get the call site of then
  const make = new Function('run', 'state', 'outcome', 'now', `// ${++loops}\n${call}`) as MakeLoop
  return make(run, state, outcome, () => process.hrtime.bigint())
}

let loops = 0

/** An outcome to be written to. */
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
