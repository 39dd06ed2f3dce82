/**
 * A monotonic clock in microseconds whose readings can be compared across the threads of one process.
 *
 * The origin is that of `process.hrtime`. Reading the clock allocates nothing.
 */
export interface Clock {
  now(): number
}

// Shift that the main thread has set for the threads that it starts.
const shiftKey = 'benchpress clock shift'

// performance.now() is the cheapest reading of the monotonic clock, but starts at 0 in each thread: the distance to process.hrtime, which all threads
// share, is measured once, as the smallest of a few measurements, to leave out interruptions.
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
 * This makes a process on another machine measure by the clock of the process that it works for. Times that were read before belong to the old clock.
 *
 * @param by the shift in microseconds
 */
export function shiftClock(by: number): void {
  origin += by
  process.getBuiltinModule('node:worker_threads').setEnvironmentData(shiftKey, shiftOfProcess() + by)
}

/** CPU milliseconds of the calling thread; `undefined` on Node.js before 23.9, which cannot measure it. */
export function threadCpu(): number | undefined {
  if (typeof process.threadCpuUsage !== 'function') return undefined
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** A clock that stands still until it is moved, for tests of code that depends on time. */
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

  /** Resolves when the clock has been moved to a time, in microseconds; several waits that one move ends resolve in the order of their times. */
  reached(time: number): Promise<void> {
    if (time <= this.#now) return Promise.resolve()
    return new Promise((resolve) => void this.#waiting.add({ time, resolve }))
  }
}

/**
 * Counts turns of the event loop, so that work that never waits can give way to sockets and timers.
 *
 * Turns are counted only while a caller asks for them, at the cost of one immediate for each turn.
 */
export class LoopTurns {
  #turn = 0
  #isMarked = false

  /** The number of the current turn. */
  current(): number {
    if (!this.#isMarked) {
      this.#isMarked = true
      setImmediate(this.#onTurn)
    }
    return this.#turn
  }

  /** Whether the event loop is still in the given turn. */
  isHeld(turn: number): boolean {
    return turn === this.#turn
  }

  readonly #onTurn = (): void => {
    this.#isMarked = false
    this.#turn += 1
  }
}

/** The difference between another clock and the own one, in microseconds: the other reads the own time plus `offset`, within plus or minus `error`. */
export interface ClockOffset {
  readonly offset: number
  readonly error: number
}

/**
 * Measures how far another clock is ahead of `own`, by the shortest of several exchanges.
 *
 * The other clock was read at an unknown time between the request and its reply, so half of the round trip is the error.
 *
 * @param ask returns the time of the other clock, in microseconds
 * @param exchanges the number of exchanges, at least 1
 * @throws the error of `ask`
 */
export async function measureOffset(ask: () => Promise<number>, own: Clock, exchanges: number = 8): Promise<ClockOffset> {
  let best: ClockOffset = { offset: 0, error: Infinity }
  for (let exchange = 0; exchange < exchanges; exchange++) {
    const asked = own.now()
    const other = await ask()
    const answered = own.now()
    const error = (answered - asked) / 2
    if (error < best.error) best = { offset: other - (asked + answered) / 2, error }
  }
  return best
}

/** The offset between two clocks whose offsets to a third one are known; the errors add up. */
export function offsetBetween(own: ClockOffset, other: ClockOffset): ClockOffset {
  return { offset: own.offset - other.offset, error: own.error + other.error }
}
