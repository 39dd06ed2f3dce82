/** Waits until counts have been reached. */
export class Conditions {
  readonly #waiting = new Set<{ readonly counts: Readonly<Record<string, number>>; readonly reached: () => void }>()

  /** Calls back once each count is at least the given one: at once, or after a change. */
  when(counts: Readonly<Record<string, number>>, current: Readonly<Record<string, number>>, reached: () => void): void {
    this.#waiting.add({ counts, reached })
    this.changed(current)
  }

  changed(current: Readonly<Record<string, number>>): void {
    for (const waiter of this.#waiting) {
      if (!Object.entries(waiter.counts).every(([name, count]) => (current[name] ?? 0) >= count)) continue
      this.#waiting.delete(waiter)
      waiter.reached()
    }
  }
}
