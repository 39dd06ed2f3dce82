/** A map that creates the value of a key when it is first read. */
export class CreatingMap<Key, Value> extends Map<Key, Value> {
  readonly #create: (key: Key) => Value

  constructor(create: (key: Key) => Value) {
    super()
    this.#create = create
  }

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
export class FirstNames<Value> extends CreatingMap<string, Value> {
  override of(name: string): Value {
    const known = this.get(name)
    if (known !== undefined) return known
    const named = this.size - Number(this.has(otherName))
    return super.of(named < mostNames ? name : otherName)
  }
}
