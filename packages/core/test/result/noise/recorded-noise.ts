import { readFileSync } from 'node:fs'
import { createRandom } from '../../../src/model/workload/random.ts'

/** How a machine varied from second to second under one load: the requests of a second, and their percentiles in milliseconds. */
export interface RecordedNoise {
  readonly seconds: readonly (readonly [requests: number, p50: number, p90: number, p99: number])[]
}

/** The file that `record-entry.ts` writes. */
export const recordedNoiseFile = new URL('./recorded-noise.json', import.meta.url)

/** The seconds that were recorded last. */
export function readNoise(): RecordedNoise {
  return JSON.parse(readFileSync(recordedNoiseFile, 'utf8')) as RecordedNoise
}

// Seconds that stay together on average: neighbours on a machine come and go in minutes.
const meanBlock = 60

/**
 * Resamples recorded seconds, so that they depend on each other as those of the machine do.
 *
 * It is the stationary bootstrap (Politis and Romano, Journal of the American Statistical Association 89, 1994): blocks of random length from random places, with the end
 * joined to the beginning.
 *
 * @yields one second after the other, without an end
 */
export function* resample({ seconds }: RecordedNoise, seed: number): Generator<RecordedNoise['seconds'][number], never> {
  const random = createRandom(seed)
  let at = 0
  for (let isFirst = true; ; isFirst = false) {
    at = isFirst || random() < 1 / meanBlock ? Math.floor(random() * seconds.length) : (at + 1) % seconds.length
    const second = seconds[at]
    if (second === undefined) throw new RangeError('nothing was recorded')
    yield second
  }
}
