const firstCapacity = 64

/** Rows of a feed in `unique` mode that were handed out since the last snapshot, by their places in the file. */
export interface FeedSnapshot {
  readonly name: string
  /** How many the feed has. */
  readonly rows: number
  readonly used: Uint32Array
}

/** Remembers which rows of one feed a thread handed out since the last snapshot. */
class UsedRows {
  readonly rows: number
  #used = new Uint32Array(firstCapacity)
  #count = 0

  constructor(rows: number) {
    this.rows = rows
  }

  add(row: number): void {
    if (this.#count === this.#used.length) {
      const wider = new Uint32Array(this.#used.length * 2)
      wider.set(this.#used)
      this.#used = wider
    }
    this.#used[this.#count++] = row
  }

  take(): Uint32Array {
    const used = this.#used.slice(0, this.#count)
    this.#count = 0
    return used
  }
}

/** Remembers which rows of feeds in `unique` mode a thread handed out, so that a row that was handed out twice is found. */
export class FeedRecorder {
  readonly #byName = new Map<string, UsedRows>()

  /**
   * @param rows how many the feed has
   * @param row from 0
   */
  used(name: string, rows: number, row: number): void {
    let feed = this.#byName.get(name)
    if (feed === undefined) {
      feed = new UsedRows(rows)
      this.#byName.set(name, feed)
    }
    feed.add(row)
  }

  /** The rows since the last call, of each feed. */
  take(): FeedSnapshot[] {
    return Array.from(this.#byName, ([name, feed]) => ({ name, rows: feed.rows, used: feed.take() }))
  }
}

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
