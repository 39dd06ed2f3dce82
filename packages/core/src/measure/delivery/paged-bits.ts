const pageBits = 12
const pageSize = 2 ** pageBits
const pageMask = pageSize - 1
const pageWords = pageSize / 32

/**
 * A set of whole numbers from 0 on, at one bit for each.
 *
 * Kept in pages, created when something is first added to them; of a page that is full nothing is kept.
 */
export class PagedBits {
  readonly #pages: (Uint32Array | undefined)[] = []

  /** Adds a number; false when it was there. */
  add(value: number): boolean {
    const index = Math.floor(value / pageSize)
    const page = this.#pages[index] ?? this.#addPage(index)
    if (page === full) return false
    const word = (value & pageMask) >>> 5
    const bit = 1 << (value & 31)
    if ((page[word]! & bit) !== 0) return false
    page[word]! |= bit
    // Its last word counts the bits.
    if (++page[pageWords]! === pageSize) this.#pages[index] = full
    return true
  }

  #addPage(index: number): Uint32Array {
    const page = new Uint32Array(pageWords + 1)
    this.#pages[index] = page
    return page
  }
}

// Stands for every full page; never written to.
const full = new Uint32Array(0)
