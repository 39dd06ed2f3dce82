import type { ResolvedKeySpace } from './options.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
// Noise of a megabyte. Keys whose numbers differ by this constant share a value.
const mostValues = 2 ** 20

/**
 * Names keys by number, and gives their values: a piece of noise that begins at another place for each key.
 *
 * The noise is the same in every thread and every run, so that every user knows the values that others wrote. Values are slices of the noise rather than
 * copies.
 */
export class KeySpace {
  readonly #prefix: string
  readonly #size: number
  readonly #text: string
  readonly #bytes: Buffer

  constructor({ keys, prefix, size, values }: Pick<ResolvedKeySpace, 'keys' | 'prefix' | 'size' | 'values'>) {
    const bytes = makeNoise(Math.min(keys, mostValues) + size)
    this.#prefix = prefix
    this.#size = size
    this.#text = values === 'text' ? Array.from(bytes, (byte) => letters[byte % letters.length]).join('') : ''
    this.#bytes = bytes
  }

  nameOf(index: number): string {
    return this.#prefix + index
  }

  textOf(index: number): string {
    const start = index % mostValues
    return this.#text.slice(start, start + this.#size)
  }

  bytesOf(index: number): Buffer {
    const start = index % mostValues
    return this.#bytes.subarray(start, start + this.#size)
  }
}

// A xorshift generator, as any that gives the same numbers everywhere would do.
function makeNoise(length: number): Buffer {
  const noise = Buffer.allocUnsafe(length)
  let state = 0x9e3779b9
  for (let index = 0; index < length; index++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    noise[index] = state >>> 11
  }
  return noise
}
