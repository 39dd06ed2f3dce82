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

/** How many calls are timed together, when one takes so many nanoseconds: 1 where the clock can tell the time of one. */
export function batchSize(call: number, { single, batch }: SampleLength): number {
  if (call >= single) return 1
  return Math.min(mostCalls, Math.ceil(batch / Math.max(call, leastCall)))
}

// What calling an empty function takes at least.
const leastCall = 0.1
const mostCalls = 1e7
