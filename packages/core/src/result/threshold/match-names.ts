import { closestName } from '../../base/errors/closest-name.ts'
import type { Missing, Measured, MeasuredScenario, MeasuredUsers } from './measured.ts'
import type { MetricSelector } from './threshold.ts'

const mostListed = 10

/**
 * Finds the items whose names a pattern stands for; in it `*` stands for any text, also for none, and `!` before it for all other names.
 *
 * @param kind what the items are, for the words when there is none
 */
export function matchNames<Item extends { readonly name: string }>(
  kind: string,
  pattern: string,
  items: readonly Item[],
): readonly Item[] | Missing {
  const matches = matcherOf(pattern)
  const found = items.filter(({ name }) => matches(name))
  return found.length > 0 ? found : { missing: describeMissing(kind, pattern, [...new Set(items.map(({ name }) => name))]) }
}

/** A pattern, and whether it is what names must not be. A backslash before the first `!` makes it one of the name. */
export function readPattern(written: string): { readonly isNot: boolean; readonly pattern: string } {
  if (written.startsWith('!')) return { isNot: true, pattern: written.slice(1) }
  return { isNot: false, pattern: written.startsWith('\\!') ? written.slice(1) : written }
}

/** Whether names are what a pattern stands for. */
function matcherOf(written: string): (name: string) => boolean {
  const { isNot, pattern } = readPattern(written)
  const matches = matcherOfText(pattern)
  return isNot ? (name) => !matches(name) : matches
}

function matcherOfText(pattern: string): (name: string) => boolean {
  if (!pattern.includes('*')) return (name) => name === pattern
  const expression = new RegExp(`^${pattern.split('*').map(escapeForRegExp).join('.*')}$`, 's')
  return (name) => expression.test(name)
}

function escapeForRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

function describeMissing(kind: string, pattern: string, known: readonly string[]): string {
  if (known.length === 0) return `no ${kind} ${pattern}, nor any other`
  const meant = pattern.startsWith('!') ? undefined : closestName(pattern, known)
  const listed = known.slice(0, mostListed).join(', ')
  const others = known.length > mostListed ? ` and ${known.length - mostListed} more` : ''
  const hint = meant === undefined ? '' : ` (did you mean ${meant}?)`
  return `no ${kind} ${pattern}${hint}; there ${known.length === 1 ? 'is' : 'are'}: ${listed}${others}`
}

/** What a metric is read for, and from. */
export interface Reading<Times> {
  readonly on: MetricSelector
  /** The parts that the selector names. */
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
