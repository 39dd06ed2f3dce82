import { greatestDivisor } from './part.ts'
import { createRandom, randomAt } from './random.ts'

/**
 * An endless sequence of places in blocks that hold the same places in ever new orders.
 *
 * Any number of it can be asked for, at once when it is in the same block as the last one. The order depends on nothing but the seed.
 */
export class ShuffledBlocks {
  readonly #composition: Uint32Array
  readonly #total: number
  readonly #seed: number
  readonly #block: Uint32Array
  #held = -1

  /**
   * @param composition the places of one block
   * @param total numbers after which the sequence begins again; the last block before holds the first places of the composition only
   */
  constructor(composition: Uint32Array, total: number, seed: number) {
    this.#composition = composition
    this.#total = total
    this.#seed = seed
    this.#block = Uint32Array.from(composition)
  }

  placeOf(index: number): number {
    const { length } = this.#composition
    // The one order of one place need not be drawn anew for each number.
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

// Weights such as 7919 and 10007 would make blocks that are longer than most tests.
const longestBlock = 10_000
const repeatsInBlock = 16

// A weight is counted in this many parts of 1; what is finer is drawn.
const finestWeight = 1e6
const rounding = 1e-6

/**
 * Which of several journeys each iteration does, in proportion to their weights.
 *
 * Iterations are numbered over all threads, so that the choice is the same for any number of them. The proportions are exact over each
 * block; only weights without a short common measure are drawn one by one.
 */
export class WeightedChoice {
  readonly #blocks: ShuffledBlocks | undefined
  /** Sums of the weights up to and including each place, as shares of all of them. */
  readonly #upTo: readonly number[]
  readonly #seed: number

  /** @param weights 0 or more each, and more than 0 in all; they may be fractions */
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
  // Of one journey alone there is one order.
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
