import { matchNames } from './match-names.ts'
import type { MeasuredScenario, MeasuredUsers } from './measured-scenario.ts'
import type { Measured, Missing } from './measured.ts'
import type { MetricSelector } from './threshold.ts'

/** What a metric is read for, and from. */
export interface Reading<Times> {
  readonly on: MetricSelector
  /** Those that the selector names. */
  readonly scenarios: readonly MeasuredScenario<Times>[]
}

/** Measurements that are to be put together, or why there are none. */
export type Parts<Times> = readonly Measured<Times>[] | Missing

/** Everything of one kind that a tag of the selector names; all of it without that tag. */
export function matchTag<Item extends { readonly name: string }>(
  tag: string,
  { on }: Reading<unknown>,
  items: readonly Item[],
): readonly Item[] | Missing {
  const pattern = on.tags[tag]
  return pattern === undefined ? items : matchNames(tag, pattern, items)
}

/** What the users of the scenarios did. */
export function usersOf<Times>({ on, scenarios }: Reading<Times>): readonly MeasuredUsers<Times>[] | Missing {
  const users = scenarios.flatMap((scenario) => scenario.users ?? [])
  return users.length === 0 ? { missing: `${on.metric} is measured of users, and no scenario has any` } : users
}

/** Reads one measurement from each of what was found. */
export function eachOf<Item, Times>(found: readonly Item[] | Missing, read: (item: Item) => Measured<Times>): Parts<Times> {
  return 'missing' in found ? found : found.map(read)
}
