// Words before those of the seats: the doorbell that wakes the waker, the time at which it wakes by itself, whether CPU is scarce, and whether it is to
// end.
const doorbell = 0
const wakesAt = 1
const scarce = 2
const ended = 3
const firstSeat = 4
// Words of a seat: whether it is to be rung, when, and how often it was.
const isSet = 0
const ringsAt = 1
const rung = 2
const seatSize = 3
// Times are the low 32 bits of microseconds. Two that lie no further apart than this can be compared.
const farAway = 2 ** 30
// Microseconds by which a seat may be rung late, less than it takes to wake a thread.
const tolerance = 10

/** Memory for a waker and a number of seats, to be shared by their threads. */
export function createWakerMemory(seats: number): SharedArrayBuffer {
  return new SharedArrayBuffer((firstSeat + seats * seatSize) * Int32Array.BYTES_PER_ELEMENT)
}

/** Orders a waker and the owners of its seats to end, whichever thread they run in. */
export function endWaker(memory: SharedArrayBuffer): void {
  const words = new Int32Array(memory)
  Atomics.store(words, ended, 1)
  for (let seat = firstSeat; seat < words.length; seat += seatSize) ring(words, seat + rung)
  ring(words, doorbell)
}

/** Notifies the owners of the seats whether the machine has CPU to spare. */
export function reportScarcity(memory: SharedArrayBuffer, isScarce: boolean): void {
  Atomics.store(new Int32Array(memory), scarce, isScarce ? 1 : 0)
}

/**
 * Wakes load threads at fractions of a millisecond, which their own timers cannot: a thread that does nothing but sleep until a seat is to be rung.
 *
 * After a seat was rung, its next time is expected at the same distance as before, so that at a steady rate the waker need not be woken.
 */
export class Waker {
  readonly #words: Int32Array
  readonly #now: () => number
  /** For each seat, when it was rung last (NaN before the first time), and the distance from the time before. */
  readonly #last: Float64Array
  readonly #gap: Int32Array

  /** @param now the clock of the process, in microseconds */
  constructor(memory: SharedArrayBuffer, now: () => number) {
    this.#words = new Int32Array(memory)
    this.#now = now
    const seats = (this.#words.length - firstSeat) / seatSize
    this.#last = new Float64Array(seats).fill(Number.NaN)
    this.#gap = new Int32Array(seats)
  }

  /** Rings and sleeps until it is ordered to end. */
  run(sleep: typeof Atomics.wait = Atomics.wait): void {
    while (Atomics.load(this.#words, ended) === 0) {
      const seen = Atomics.load(this.#words, doorbell)
      const now = Math.floor(this.#now()) | 0
      // Whatever is set from here on rings the doorbell.
      Atomics.store(this.#words, wakesAt, (now + farAway) | 0)
      const wait = this.ringDue(now)
      if (wait < farAway) Atomics.store(this.#words, wakesAt, (now + wait) | 0)
      sleep(this.#words, doorbell, seen, wait < farAway ? wait / 1000 : Infinity)
    }
  }

  /** Rings the seats that are due by `now`, and returns the microseconds until the next one may be; `Infinity` when none is known. */
  ringDue(now: number): number {
    let wait = Infinity
    for (let index = 0; index < this.#last.length; index++) {
      const left = this.#ringSeat(index, now)
      if (left > 0 && left < wait) wait = left
    }
    return wait
  }

  #ringSeat(index: number, now: number): number {
    const seat = firstSeat + index * seatSize
    const words = this.#words
    const mayRing = Atomics.load(words, seat + isSet) === 1
    const at = Atomics.load(words, seat + ringsAt)
    const left = (at - now) | 0
    if (mayRing && left > 0) return left
    if (mayRing && Atomics.compareExchange(words, seat + isSet, 1, 0) === 1) {
      this.#gap[index] = (at - this.#last[index]!) | 0
      this.#last[index] = at
      ring(words, seat + rung)
    }
    const gap = this.#gap[index]!
    return gap > 0 ? (this.#last[index]! + gap - now) | 0 : 0
  }
}

/** The seat of a load thread at a waker, which sets the time to be woken; it may rarely ring for nothing. */
export class WakerSeat {
  readonly #words: Int32Array
  readonly #seat: number
  #onRing: (() => void) | undefined

  constructor(memory: SharedArrayBuffer, index: number) {
    this.#words = new Int32Array(memory)
    this.#seat = firstSeat + index * seatSize
  }

  get isCpuScarce(): boolean {
    return Atomics.load(this.#words, scarce) === 1
  }

  listen(onRing: () => void): void {
    this.#onRing = onRing
    this.#wait()
  }

  /** Rings once at `time`, in microseconds and less than a quarter of an hour away, instead of any time set before. */
  set(time: number): void {
    const at = Math.floor(time) | 0
    Atomics.store(this.#words, this.#seat + ringsAt, at)
    Atomics.store(this.#words, this.#seat + isSet, 1)
    if (((at - Atomics.load(this.#words, wakesAt)) | 0) < -tolerance) ring(this.#words, doorbell)
  }

  clear(): void {
    Atomics.store(this.#words, this.#seat + isSet, 0)
  }

  // Keeps no thread alive.
  #wait(): void {
    const { async, value } = Atomics.waitAsync(this.#words, this.#seat + rung, Atomics.load(this.#words, this.#seat + rung))
    if (async) void value.then(this.#onRung)
    else setImmediate(this.#onRung)
  }

  readonly #onRung = (): void => {
    if (Atomics.load(this.#words, ended) === 1) return
    this.#wait()
    this.#onRing?.()
  }
}

function ring(words: Int32Array, bell: number): void {
  Atomics.add(words, bell, 1)
  Atomics.notify(words, bell)
}
