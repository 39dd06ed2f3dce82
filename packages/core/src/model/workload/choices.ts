import { sumOf } from '../../base/units/count.ts'
import { greatestDivisor } from './workload.ts'
import { createRandom, randomAt } from './random.ts'

/**
 * An endless sequence of places in blocks, each with the same places in a new order.
 *
 * Every element of the sequence can be read, at once if it is in the same block as the last one. The order depends only on the seed.
 */
class ShuffledBlocks {
  readonly #composition: Uint32Array
  readonly #total: number
  readonly #seed: number
  readonly #block: Uint32Array
  #held = -1

  /**
   * @param composition the places of one block
   * @param total the length after which the sequence begins again; the last block before that has only the first places of the composition
   */
  constructor(composition: Uint32Array, total: number, seed: number) {
    this.#composition = composition
    this.#total = total
    this.#seed = seed
    this.#block = Uint32Array.from(composition)
  }

  placeOf(index: number): number {
    const { length } = this.#composition
    // A single place has only one order, which need not be drawn again.
    if (length === 1) return this.#block[0] ?? 0
    const number = index % this.#total
    const block = Math.floor(number / length)
    if (block !== this.#held) this.#shuffle(block)
    return this.#block[number - block * length] ?? 0
  }

  #shuffle(number: number): void {
    const block = this.#block
    const random = createRandom(this.#seed, number)
    block.set(this.#composition)
    this.#held = number
    const size = Math.min(block.length, this.#total - number * block.length)
    for (let left = size - 1; left > 0; left--) {
      const other = Math.floor(random() * (left + 1))
      const kept = block[left] ?? 0
      block[left] = block[other] ?? 0
      block[other] = kept
    }
  }
}

// Longest block: weights such as 7919 and 10007 would make blocks longer than most tests.
const longestOfWeights = 10_000
const repeatsInBlock = 16

// A weight is counted in this many parts of 1; finer weights are drawn at random.
const finestWeight = 1e6
const rounding = 1e-6

/**
 * Chooses the journey of each iteration, in proportion to the weights.
 *
 * Iterations are numbered over all threads, so that the choice is the same for any number of threads. The proportions are exact over each block; only
 * weights without a small common divisor are drawn one by one.
 */
export class WeightedChoice {
  readonly #blocks: ShuffledBlocks | undefined
  /** Sums of the weights up to and including each place, as shares of all of them. */
  readonly #upTo: readonly number[]
  readonly #seed: number

  /** @param weights the weights, each 0 or more, with a sum above 0; they may be fractions */
  constructor(weights: readonly number[], seed: number) {
    const all = sumOf(weights, (weight) => weight)
    let sum = 0
    this.#upTo = weights.map((weight) => (sum += weight) / all)
    this.#seed = seed
    this.#blocks = createBlocks(weights, seed)
  }

  /** The place of the journey: 0 for the first. */
  placeOf(globalIndex: number): number {
    if (this.#blocks !== undefined) return this.#blocks.placeOf(globalIndex)
    const drawn = randomAt(this.#seed, globalIndex)
    return this.#upTo.findIndex((upTo) => drawn < upTo)
  }
}

function createBlocks(weights: readonly number[], seed: number): ShuffledBlocks | undefined {
  const scaled = weights.every(Number.isInteger) ? weights : weights.map((weight) => weight * finestWeight)
  const whole = scaled.map(Math.round)
  if (scaled.some((weight, place) => Math.abs(weight - (whole[place] ?? 0)) > rounding)) return undefined
  const divisor = whole.reduce((one, other) => greatestDivisor(one, other), 0)
  const counts = whole.map((weight) => weight / divisor)
  const sum = sumOf(counts, (count) => count)
  if (sum > longestOfWeights) return undefined
  // A single journey has only one order.
  const repeats = sum === 1 ? 1 : Math.min(repeatsInBlock, Math.floor(longestOfWeights / sum))
  const once = counts.flatMap((count, place) => Array.from({ length: count }, () => place))
  return new ShuffledBlocks(
    Uint32Array.from({ length: sum * repeats }, (_, index) => once[index % sum] ?? 0),
    Infinity,
    seed,
  )
}

/** The order of several requests of one scenario: in turn, shuffled with each of them equally often, or all of the first before the second. */
export type RequestOrder = 'in-turn' | 'shuffled' | 'one-after-another'

// A list up to this length is shuffled as a whole; a longer one in blocks, so that memory does not grow with the test.
const longestOfRequests = 100_000

/**
 * Chooses the request of a scenario that each iteration sends.
 *
 * Iterations are numbered over all threads, and the place depends only on the number (and, for requests one after another without a total, on the
 * time): it is the same for any number of threads, and over `total` iterations the numbers of the requests differ by at most one.
 */
export class RequestPlaces {
  readonly #order: RequestOrder
  readonly #requests: number
  readonly #total: number | undefined
  readonly #shuffled: ShuffledBlocks | undefined

  /**
   * @param requests the number of requests
   * @param total the iterations of the run phase over all threads; `undefined` when a duration ends it
   */
  constructor(order: RequestOrder, requests: number, total: number | undefined, seed: number) {
    this.#order = order
    this.#requests = requests
    this.#total = total
    this.#shuffled =
      order === 'shuffled' && requests > 1
        ? new ShuffledBlocks(
            Uint32Array.from({ length: blockLength(requests, total) }, (_, index) => index % requests),
            total ?? Infinity,
            seed,
          )
        : undefined
  }

  /**
   * The place of a request: 0 for the first.
   *
   * @param globalIndex number of the iteration over all threads; numbers from the total on begin again
   * @param progress share of the run phase that has passed, from 0 to 1
   */
  placeOf(globalIndex: number, progress: number): number {
    const last = this.#requests - 1
    if (last === 0) return 0
    if (this.#shuffled !== undefined) return this.#shuffled.placeOf(globalIndex)
    if (this.#order === 'in-turn') return globalIndex % this.#requests
    if (this.#total === undefined) return Math.min(last, Math.max(0, Math.floor(progress * this.#requests)))
    return Math.floor(((globalIndex % this.#total) * this.#requests) / this.#total)
  }
}

function blockLength(requests: number, total: number | undefined): number {
  if (total !== undefined && total <= longestOfRequests) return total
  return requests * Math.max(1, Math.min(repeatsInBlock, Math.floor(longestOfRequests / requests)))
}

/**
 * Chooses the server of each request of one scenario on one thread.
 *
 * In each round every server has one turn, so that the numbers of requests of two servers never differ by more than one. Requests that repeat in a
 * pattern must not always go to the same servers: whenever pattern and rounds begin together, the rounds begin with another server; without a known
 * pattern they begin with a random one.
 *
 * Allocates nothing.
 */
export class ServerTurn {
  readonly #servers: number
  readonly #pattern: number | undefined
  #runStart = Infinity
  #warmupTurn = 0
  #turn: number

  /**
   * @param pattern the number of requests after which they repeat; `undefined` when it is unknown
   * @param start the number of requests of the threads before this one, so that the turns of all threads are one sequence; or the number of the thread,
   * when it is unknown
   */
  constructor(servers: number, pattern: number | undefined, start: { readonly turn: number } | { readonly thread: number }) {
    this.#servers = servers
    this.#pattern = pattern === undefined ? undefined : commonRounds(servers, pattern)
    this.#turn = 'turn' in start ? start.turn : start.thread * this.#span
  }

  /** Sets the start of the run phase, whose turns are counted separately from those of the warm-up. */
  begin(runStart: number): void {
    this.#runStart = runStart
  }

  /** The server of the next request, which is due at `plannedAt`. */
  next(plannedAt: number): number {
    const turn = plannedAt < this.#runStart ? this.#warmupTurn++ : this.#turn++
    return (turn + this.#shiftAt(turn)) % this.#servers
  }

  // The number of turns after which all servers have had equally many, so that a thread may begin there; one round is enough when rounds never shift.
  get #span(): number {
    if (this.#pattern === undefined) return this.#servers
    return this.#pattern === Infinity ? 1 : this.#pattern
  }

  #shiftAt(turn: number): number {
    if (this.#pattern !== undefined) return Math.floor(turn / this.#pattern)
    const round = Math.floor(turn / this.#servers)
    return Math.floor(randomAt(this.#servers, round) * this.#servers)
  }
}

/** The number of requests after which rounds and pattern begin together again; `Infinity` when each request of the pattern reaches every server anyway. */
function commonRounds(servers: number, pattern: number): number {
  const divisor = greatestDivisor(servers, pattern)
  return divisor === 1 ? Infinity : (servers / divisor) * pattern
}
