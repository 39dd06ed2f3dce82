import type { FeedSnapshot } from './feed-recorder.ts'

const rowsPerByte = 8

/** The rows of one feed that any thread handed out: one bit for each row of it, so that none that was handed out twice is missed. */
export class FeedTotal {
  readonly name: string
  #rows = 0
  #used = 0
  #duplicates = 0
  #bitmap = new Uint8Array(0)

  constructor(name: string) {
    this.name = name
  }

  /** How many rows it has. */
  get rows(): number {
    return this.#rows
  }
  /** How many different rows were handed out. */
  get used(): number {
    return this.#used
  }
  /** How often a row was handed out that had been before: always 0, unless something is wrong. */
  get duplicates(): number {
    return this.#duplicates
  }

  add({ rows, used }: FeedSnapshot): void {
    this.#rows = Math.max(this.#rows, rows)
    for (const row of used) this.#add(row)
  }

  #add(row: number): void {
    const byte = Math.floor(row / rowsPerByte)
    const bit = 1 << (row % rowsPerByte)
    if (byte >= this.#bitmap.length) this.#widen(byte)
    if ((this.#bitmap[byte]! & bit) === 0) this.#used += 1
    else this.#duplicates += 1
    this.#bitmap[byte]! |= bit
  }

  #widen(byte: number): void {
    const wider = new Uint8Array(Math.max(byte + 1, Math.ceil(this.#rows / rowsPerByte)))
    wider.set(this.#bitmap)
    this.#bitmap = wider
  }
}
