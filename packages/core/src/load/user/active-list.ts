/** What one user has begun and not ended: a set without allocations, because users have one or a few. */
export class ActiveList<Item> {
  readonly #items: Item[] = []

  get count(): number {
    return this.#items.length
  }

  add(item: Item): void {
    this.#items.push(item)
  }

  delete(item: Item): void {
    const last = this.#items.pop()
    if (last === undefined || last === item) return
    const index = this.#items.lastIndexOf(item)
    if (index === -1) this.#items.push(last)
    else this.#items[index] = last
  }

  /** Lists the current items, safe against changes meanwhile. */
  list(): Item[] {
    return [...this.#items]
  }

  take(): Item[] {
    return this.#items.length === 0 ? [] : this.#items.splice(0)
  }
}
