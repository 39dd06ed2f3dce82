import { wholeNumbers } from './column.ts'
import { CreatingMap } from './first-names.ts'

/** The rows of a feed in `unique` mode that were handed out since the last snapshot, by their places in the file. */
export interface FeedSnapshot {
  readonly name: string
  /** The number of rows of the feed. */
  readonly rows: number
  readonly used: Uint32Array
}

/** Records which rows of feeds in `unique` mode a thread handed out, so that duplicates are found. */
export class FeedRecorder {
  readonly #feeds = new CreatingMap((_name: string) => ({ rows: 0, used: wholeNumbers() }))

  /**
   * @param rows the number of rows of the feed
   * @param row the place of the row, from 0
   */
  used(name: string, rows: number, row: number): void {
    const feed = this.#feeds.of(name)
    feed.rows = rows
    feed.used.push(row)
  }

  /** Returns the rows of each feed since the last call. */
  take(): FeedSnapshot[] {
    return Array.from(this.#feeds, ([name, { rows, used }]) => ({ name, rows, used: used.take() }))
  }
}

const rowsPerByte = 8

/** The rows of one feed that any thread handed out, with one bit for each row, so that every duplicate is found. */
export class FeedTotal {
  readonly name: string
  /** The number of rows of the feed. */
  rows = 0
  /** The number of different rows that were handed out. */
  used = 0
  /** The number of rows that were handed out again: always 0, unless something is wrong. */
  duplicates = 0
  #bitmap = new Uint8Array(0)

  constructor(name: string) {
    this.name = name
  }

  add({ rows, used }: FeedSnapshot): void {
    this.rows = Math.max(this.rows, rows)
    for (const row of used) this.#add(row)
  }

  #add(row: number): void {
    const byte = Math.floor(row / rowsPerByte)
    const bit = 1 << (row % rowsPerByte)
    if (byte >= this.#bitmap.length) this.#widen(byte)
    if ((this.#bitmap[byte]! & bit) === 0) this.used += 1
    else this.duplicates += 1
    this.#bitmap[byte]! |= bit
  }

  #widen(byte: number): void {
    const wider = new Uint8Array(Math.max(byte + 1, Math.ceil(this.rows / rowsPerByte)))
    wider.set(this.#bitmap)
    this.#bitmap = wider
  }
}
