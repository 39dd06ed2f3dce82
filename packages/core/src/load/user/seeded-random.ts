import { createRandom } from '../../model/workload/random.ts'
import type { SeededRandom } from './journey.ts'

const lettersAndDigits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Draws numbers, items and texts that are the same for the same seed and streams. */
export class StreamRandom implements SeededRandom {
  readonly #next: () => number

  constructor(seed: number, ...streams: readonly number[]) {
    this.#next = createRandom(seed, ...streams)
  }

  next(): number {
    return this.#next()
  }

  /** @throws RangeError unless there is a whole number from `min` to `max` */
  int(min: number, max: number): number {
    const least = Math.ceil(min)
    const count = Math.floor(max) - least + 1
    if (!(count >= 1)) throw new RangeError(`random.int: there is no whole number from ${min} to ${max}`)
    return least + Math.floor(this.#next() * count)
  }

  /** @throws RangeError for an empty list */
  pick<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new RangeError('random.pick: the list is empty')
    return items[Math.floor(this.#next() * items.length)] as Item
  }

  text(length: number, alphabet: string = lettersAndDigits): string {
    const characters = Array.from(alphabet)
    return Array.from({ length }, () => this.pick(characters)).join('')
  }
}
