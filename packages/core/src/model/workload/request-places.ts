import { ShuffledBlocks } from './weighted-choice.ts'

/** The order of several requests of one scenario: in turn, shuffled with each of them equally often, or all of the first before the second. */
export type RequestOrder = 'in-turn' | 'shuffled' | 'one-after-another'

// A list up to this length is shuffled as a whole; a longer one in blocks, so that memory does not grow with the test.
const longestBlock = 100_000
const repeatsInBlock = 16

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
  if (total !== undefined && total <= longestBlock) return total
  return requests * Math.max(1, Math.min(repeatsInBlock, Math.floor(longestBlock / requests)))
}
