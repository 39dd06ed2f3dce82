import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus'

/** The highest seed of a test. */
export const highestSeed = 4_294_967_295

/** Draws the seed of a test whose config has none. */
export function drawSeed(): number {
  return Math.floor(Math.random() * (highestSeed + 1))
}

/**
 * Creates a source of random numbers from 0 to 1, 1 excluded, which are the same for the same seed and streams.
 *
 * Streams separate what is drawn for different purposes from one seed, such as the number of a user: the numbers of different streams are independent.
 * A number takes some nanoseconds and allocates nothing.
 */
export function createRandom(seed: number, ...streams: readonly number[]): () => number {
  // one bit is set, because the generator would never leave a state of zero
  const generator = xoroshiro128plusFromState([1, 2, 3, 4].map((word) => mixAll(word, [seed, ...streams]) | (word === 1 ? 1 : 0)))
  return () => uniformFloat64(generator)
}

/** The random number from 0 to 1, 1 excluded, at a place of an endless sequence; every place costs the same. Allocates nothing. */
export function randomAt(seed: number, place: number): number {
  return (mixIn(mixIn(1, seed), place) >>> 0) / 0x1_0000_0000
}

/** Derives the seed of a part of the test, such as a scenario, from its name; a whole number below 2^32. */
export function deriveSeed(seed: number, name: string): number {
  let hash = mixIn(5, seed)
  for (let at = 0; at < name.length; at++) hash = mix(hash, name.charCodeAt(at))
  return mix(hash, name.length) >>> 0
}

function mixAll(word: number, values: readonly number[]): number {
  return values.reduce(mixIn, mix(0, word))
}

/** Mixes all bits of a number that may be larger than 32 bits, or a fraction. */
function mixIn(hash: number, value: number): number {
  const whole = Math.floor(value)
  return mix(mix(mix(hash, whole), Math.floor(whole / 0x1_0000_0000)), (value - whole) * 0x1_0000_0000)
}

/** MurmurHash3's round and its final mix, so that a single bit of the value changes half of the bits of the hash. */
function mix(hash: number, value: number): number {
  let mixed = Math.imul(value, 0xcc9e2d51)
  mixed = Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593) ^ hash
  mixed = (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}
