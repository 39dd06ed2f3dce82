import { createRandom } from './random.ts'

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
