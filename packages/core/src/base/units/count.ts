// The kinds of numbers in a result. The tags go into `result.schema.json`, which is generated from the types of a result.

/**
 * A whole number of things, from 0.
 *
 * @asType integer
 * @minimum 0
 * @maximum 9007199254740991
 */
export type Count = number

/**
 * A number that is not negative, such as a length of time, a share or a rate.
 *
 * @minimum 0
 */
export type Amount = number

/** Adds up a figure of several things. */
export function sumOf<Thing>(things: Iterable<Thing>, read: (thing: Thing) => number): number {
  let sum = 0
  for (const thing of things) sum += read(thing)
  return sum
}

/** Adds up what several machines measured; `null` when any of them could not measure it. */
export function sumIfKnown(values: readonly (number | null)[]): number | null {
  return values.some((value) => value === null) ? null : values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
}

/** Sorts counted things, the most frequent first; equal counts keep their order. */
export function mostFrequent<Counted extends { readonly count: number }>(counted: readonly Counted[]): Counted[] {
  return counted.toSorted((a, b) => b.count - a.count)
}

/** A reason, and how often it was counted. */
export interface ReasonCount {
  readonly reason: string
  readonly count: number
}

/** Adds up counts with the same reason, the most frequent reason first. */
export function addUpReasons(all: readonly ReasonCount[]): ReasonCount[] {
  const alike = [...Map.groupBy(all, ({ reason }) => reason)]
  return mostFrequent(alike.map(([reason, own]) => ({ reason, count: sumOf(own, ({ count }) => count) })))
}

/** The median of values in any order, the lower one of two in the middle; `undefined` without any. */
export function lowerMedian(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)]
}
