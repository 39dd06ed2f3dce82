/** A map that creates the value of a key when it is first read. */
export class CreatingMap<Key, Value> extends Map<Key, Value> {
  readonly #create: (key: Key) => Value

  constructor(create: (key: Key) => Value) {
    super()
    this.#create = create
  }

  /** The value of a key, created when it is new. */
  of(key: Key): Value {
    return this.get(key) ?? this.#add(key)
  }

  #add(key: Key): Value {
    const value = this.#create(key)
    this.set(key, value)
    return value
  }
}

/** The number of names that are kept separately. */
export const mostNames = 200
/** The name for all further names. */
export const otherName = 'other'

/**
 * Values by name for the first 200 names; all further names share the value of `other`.
 *
 * Journeys may produce any number of names, and memory must stay constant.
 */
export class FirstNames<Value> {
  readonly #create: (name: string) => Value
  readonly #values = new Map<string, Value>()
  #named = 0

  constructor(create: (name: string) => Value) {
    this.#create = create
  }

  of(name: string): Value {
    return this.#values.get(name) ?? this.#add(name)
  }

  /** Names and values in the order in which the names were first seen. */
  entries(): Iterable<[name: string, value: Value]> {
    return this.#values
  }

  #add(name: string): Value {
    if (name !== otherName && this.#named === mostNames) return this.of(otherName)
    if (name !== otherName) this.#named += 1
    const value = this.#create(name)
    this.#values.set(name, value)
    return value
  }
}
