/**
 * A monotonic clock in microseconds whose readings can be compared across the threads of one process.
 *
 * The origin is that of `process.hrtime`. A reading allocates nothing.
 */
export interface Clock {
  now(): number
}

// performance.now() is the cheapest reading of the monotonic clock, but starts at 0 in each thread: its distance to
// process.hrtime, which all threads share, is measured once, as the smallest of a few to leave out interruptions.
const origin = measureOrigin()

function measureOrigin(): number {
  let smallest = Infinity
  for (let attempt = 0; attempt < 16; attempt++) {
    const before = performance.now()
    const shared = Number(process.hrtime.bigint()) / 1000
    smallest = Math.min(smallest, shared - before * 1000)
  }
  return smallest
}

/** The clock of the process, the same in every thread to within a microsecond or two. */
export const systemClock: Clock = {
  now: () => performance.now() * 1000 + origin,
}

/** CPU milliseconds of the thread that calls; `undefined` on a Node.js before 23.9, which cannot tell. */
export function threadCpu(): number | undefined {
  if (typeof process.threadCpuUsage !== 'function') return undefined
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
