/** A map that creates the value of a key when it is first asked for. */
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

/** How many names are told apart. */
export const mostNames = 200
/** What all others are counted under. */
export const otherName = 'other'

/**
 * What belongs to each of the first 200 names; whatever has another name shares one more value, `other`.
 *
 * Names come from journeys, which may make them of anything: memory stays constant however many there are.
 */
export class FirstNames<Value> {
  readonly #create: (name: string) => Value
  readonly #values = new Map<string, Value>()
  #named = 0

  constructor(create: (name: string) => Value) {
    this.#create = create
  }

  /** The value of a name, created when it is new. */
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
