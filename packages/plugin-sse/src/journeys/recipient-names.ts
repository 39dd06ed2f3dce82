import { optional, refined, type Check } from '../check/check.ts'
import { object } from '../check/structures.ts'
import { count, text } from '../check/values.ts'
import { readTemplate } from './template.ts'

/** Recipients that are numbered from 0. */
export interface RecipientRange {
  /** How many: each subscriber is so many of them, one after the other; a publisher sends to one of so many. */
  readonly count: number
  /** What they are called, with `{index}` for the number; `{index:x64}` gives it in 64 hexadecimal digits. Default `{index}`. */
  readonly name?: string
}

const rangeName = refined(text, (given) => /\{index(:x\d+)?\}/.test(given), 'needs {index}, or all recipients have one name')

/** How a range is checked. */
export const rangeSchema: Check<RecipientRange> = object({ count, name: optional(rangeName) }) as Check<RecipientRange>

/** Names recipients by their number. */
export function recipientNamer({ name = '{index}' }: RecipientRange): (index: number) => string {
  const template = readTemplate(name, ['index'])
  return (index) => template({ index })
}
