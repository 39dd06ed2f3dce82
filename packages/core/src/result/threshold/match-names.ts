import { closestName } from '../../base/errors/closest-name.ts'
import type { Missing } from './measured.ts'
import type { MetricSelector } from './threshold.ts'

const mostListed = 10

/**
 * Finds the items whose names match a pattern, in which `*` stands for any text, even none; a leading `!` stands for all other names.
 *
 * @param kind what the items are, for the message when none matches
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

/** Splits a pattern from its negation. A backslash before a leading `!` makes it part of the name. */
export function readPattern(written: string): { readonly isNot: boolean; readonly pattern: string } {
  if (written.startsWith('!')) return { isNot: true, pattern: written.slice(1) }
  return { isNot: false, pattern: written.startsWith('\\!') ? written.slice(1) : written }
}

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

/** Finds the items of one kind that a tag of the selector names, or all items without the tag. */
export function matchTag<Item extends { readonly name: string }>(
  tag: string,
  { tags }: Pick<MetricSelector, 'tags'>,
  items: readonly Item[],
): readonly Item[] | Missing {
  const pattern = tags[tag]
  return pattern === undefined ? items : matchNames(tag, pattern, items)
}
