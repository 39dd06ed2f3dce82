/** A figure that holds for some time. */
export interface Held {
  /** Seconds. */
  readonly length: number
  /** `null` where it could not be seen. */
  readonly value: number | null
}

/** The mean of figures over the time they hold for; `null` when none could be seen. A moment counts no more than it lasted. */
export function meanOverTime(all: readonly Held[]): number | null {
  let [sum, time] = [0, 0]
  for (const { length, value } of all) {
    if (value === null) continue
    sum += value * length
    time += length
  }
  return time > 0 ? sum / time : null
}
