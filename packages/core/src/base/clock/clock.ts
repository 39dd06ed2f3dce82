/**
 * A monotonic clock in microseconds whose readings can be compared across the threads of one process.
 *
 * The origin is that of `process.hrtime`. A reading allocates nothing.
 */
export interface Clock {
  now(): number
}

// What the main thread has set for the threads that it starts.
const shiftKey = 'benchpress clock shift'

// performance.now() is the cheapest reading of the monotonic clock, but starts at 0 in each thread: its distance to
// process.hrtime, which all threads share, is measured once, as the smallest of a few to leave out interruptions.
let origin = measureOrigin() + shiftOfProcess()

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

function shiftOfProcess(): number {
  return Number(process.getBuiltinModule('node:worker_threads').getEnvironmentData(shiftKey) ?? 0)
}

/**
 * Shifts the clock of this process for good: that of the calling thread, and of each thread that it starts from now on.
 *
 * So a process on another machine measures on the clock of the process that it works for. Times that were read before are those of the old clock.
 *
 * @param by microseconds
 */
export function shiftClock(by: number): void {
  origin += by
  process.getBuiltinModule('node:worker_threads').setEnvironmentData(shiftKey, shiftOfProcess() + by)
}

/** CPU milliseconds of the thread that calls; `undefined` on a Node.js before 23.9, which cannot tell. */
export function threadCpu(): number | undefined {
  if (typeof process.threadCpuUsage !== 'function') return undefined
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** A clock that stands still until it is told to move, for tests of what depends on time. */
export class ManualClock implements Clock {
  #now: number
  readonly #waiting = new Set<{ readonly time: number; readonly resolve: () => void }>()

  /** @param now first reading, in microseconds */
  constructor(now = 0) {
    this.#now = now
  }

  now(): number {
    return this.#now
  }

  /** Moves the clock forward by some microseconds. */
  advance(by: number): void {
    this.#now += by
    if (this.#waiting.size === 0) return
    const due = [...this.#waiting].filter(({ time }) => time <= this.#now).toSorted((one, other) => one.time - other.time)
    for (const wait of due) {
      this.#waiting.delete(wait)
      wait.resolve()
    }
  }

  /** Resolves when the clock has been moved to a time, in microseconds; waits for the same move resolve in the order of their times. */
  reached(time: number): Promise<void> {
    if (time <= this.#now) return Promise.resolve()
    return new Promise((resolve) => void this.#waiting.add({ time, resolve }))
  }
}

/**
 * Tells whether the event loop has turned, so that work that never waits for anything can give way to sockets and timers.
 *
 * Turns are counted only while a caller asks for them, at the cost of one immediate for each of them.
 */
export class LoopTurns {
  #turn = 0
  #isMarked = false

  /** The number of the turn. */
  current(): number {
    if (!this.#isMarked) {
      this.#isMarked = true
      setImmediate(this.#onTurn)
    }
    return this.#turn
  }

  /** Whether the loop is still in a turn that was current. */
  isHeld(turn: number): boolean {
    return turn === this.#turn
  }

  readonly #onTurn = (): void => {
    this.#isMarked = false
    this.#turn += 1
  }
}
