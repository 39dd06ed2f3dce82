type Numbers = Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>

const firstCapacity = 64

/** A list of numbers that is taken as a whole; allocates only when there are more numbers than ever before. */
class Column<Kind extends Numbers> {
  readonly #create: (length: number) => Kind
  #values: Kind
  #length = 0

  constructor(create: (length: number) => Kind) {
    this.#create = create
    this.#values = create(0)
  }

  get length(): number {
    return this.#length
  }

  push(value: number): void {
    if (this.#length === this.#values.length) this.#grow()
    this.#values[this.#length++] = value
  }

  /** Returns a copy of the numbers since the last call. */
  take(): Kind {
    const taken = this.#create(this.#length)
    taken.set(this.#values.subarray(0, this.#length))
    this.#length = 0
    return taken
  }

  #grow(): void {
    const larger = this.#create(Math.max(firstCapacity, this.#length * 2))
    larger.set(this.#values)
    this.#values = larger
  }
}

/** Takes the records of columns, histograms and the like, by their names. */
export function takeAll<Recorders extends object>(
  recorders: Recorders,
): { [Name in keyof Recorders]: Recorders[Name] extends { take(): infer Taken } ? Taken : never } {
  const taken = Object.entries(recorders).map(([name, recorder]: [string, { take(): unknown }]) => [name, recorder.take()])
  return Object.fromEntries(taken) as ReturnType<typeof takeAll<Recorders>>
}

/** A column of whole numbers below 2^32. */
export function wholeNumbers(): Column<Uint32Array<ArrayBuffer>> {
  return new Column((length) => new Uint32Array(length))
}

/** A column of any numbers. */
export function numbers(): Column<Float64Array<ArrayBuffer>> {
  return new Column((length) => new Float64Array(length))
}
