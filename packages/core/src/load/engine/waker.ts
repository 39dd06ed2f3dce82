// A word each, before those of the seats: rung to wake the waker, when it will wake by itself, whether CPU is scarce, whether it is to end.
const doorbell = 0
const wakesAt = 1
const scarce = 2
const ended = 3
const firstSeat = 4
// A word each of a seat: whether it is to be rung, when, and how often it was.
const isSet = 0
const ringsAt = 1
const rung = 2
const seatSize = 3
// Times are the low 32 bits of microseconds. Two that lie no further apart than this can be compared.
const farAway = 2 ** 30
// By how much later than it was set to a seat may be rung: less than waking a thread for it takes.
const tolerance = 10

/** Memory for a waker and a number of seats, to be shared by their threads. */
export function createWakerMemory(seats: number): SharedArrayBuffer {
  return new SharedArrayBuffer((firstSeat + seats * seatSize) * Int32Array.BYTES_PER_ELEMENT)
}

/** Tells a waker and those in its seats to end, whichever thread they run in. */
export function endWaker(memory: SharedArrayBuffer): void {
  const words = new Int32Array(memory)
  Atomics.store(words, ended, 1)
  for (let seat = firstSeat; seat < words.length; seat += seatSize) ring(words, seat + rung)
  ring(words, doorbell)
}

/** Tells those in the seats whether the machine has CPU to spare. */
export function tellScarcity(memory: SharedArrayBuffer, isScarce: boolean): void {
  Atomics.store(new Int32Array(memory), scarce, isScarce ? 1 : 0)
}

/**
 * Wakes load threads at fractions of a millisecond, which their own timers cannot: a thread that does nothing but sleep until a seat is to be rung.
 *
 * One that was rung is expected to be set to a time as much later as this one was later than the last, so that at a steady rate the waker need not be woken.
 */
export class Waker {
  readonly #words: Int32Array
  readonly #now: () => number
  /** By seat: when it was rung last, which is no number before that, and how long after the time before. */
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

  /** Rings and sleeps until it is told to end. */
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

  /** Rings the seats that are due by `now`, and gives the microseconds until the next one may be; `Infinity` where none is known. */
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

/** What a load thread sets to be woken by a waker; rings at any time, if only rarely, for nothing. */
export class WakerSeat {
  readonly #words: Int32Array
  readonly #seat: number
  #onRing: (() => void) | undefined

  constructor(memory: SharedArrayBuffer, index: number) {
    this.#words = new Int32Array(memory)
    this.#seat = firstSeat + index * seatSize
  }

  /** Whether the machine has no CPU to spare. */
  get isCpuScarce(): boolean {
    return Atomics.load(this.#words, scarce) === 1
  }

  /** Sets who is told when it rings. */
  listen(onRing: () => void): void {
    this.#onRing = onRing
    this.#wait()
  }

  /** Rings once at `time`, in microseconds and less than a quarter of an hour away, in place of any time set before. */
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
