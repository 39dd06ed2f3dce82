import { count, readTemplate, strictObject, text } from '@benchpress/plugin-options'
import * as v from 'valibot'

/** Recipients that are numbered from 0. */
export interface RecipientRange {
  /** Number of names: each subscriber has this many, one after the other; a publisher sends to one of them. */
  readonly count: number
  /** What they are called, with `{index}` for the number; `{index:x64}` gives it in 64 hexadecimal digits. Default `{index}`. */
  readonly name?: string
}

const rangeName = v.pipe(text, v.regex(/\{index(:x\d+)?\}/, 'needs {index}, or all recipients have one name'))

/** How a range is checked. */
export const rangeSchema: v.GenericSchema<unknown, { readonly count: number; readonly name?: string | undefined }> = strictObject({
  count,
  name: v.optional(rangeName),
})

/** Names recipients by their number. */
export function recipientNamer({ name = '{index}' }: RecipientRange): (index: number) => string {
  const template = readTemplate(name)
  return (index) => template({ index })
}
