import { greatestDivisor } from './workload.ts'
import { createRandom, randomAt } from './random.ts'

/**
 * An endless sequence of places in blocks, each with the same places in a new order.
 *
 * Every element of the sequence can be read, at once if it is in the same block as the last one. The order depends only on the seed.
 */
export class ShuffledBlocks {
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
const longestBlock = 10_000
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
    const all = sumOf(weights)
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
  const sum = sumOf(counts)
  if (sum > longestBlock) return undefined
  // A single journey has only one order.
  const repeats = sum === 1 ? 1 : Math.min(repeatsInBlock, Math.floor(longestBlock / sum))
  const once = counts.flatMap((count, place) => Array.from({ length: count }, () => place))
  return new ShuffledBlocks(
    Uint32Array.from({ length: sum * repeats }, (_, index) => once[index % sum] ?? 0),
    Infinity,
    seed,
  )
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
