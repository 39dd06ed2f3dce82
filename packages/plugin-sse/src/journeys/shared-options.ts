import { count, readTemplate, strictObject, text } from '@benchpress/plugin-options'
import * as v from 'valibot'

/** Recipients that are numbered from 0. */
export interface RecipientRange {
  /** Number of names: each subscriber has this number of consecutive names, and a publisher sends to any of its range. */
  readonly count: number
  /** Template of the names, with `{index}` for the number. Default `{index}`. */
  readonly name?: string
}

const rangeName = v.pipe(text, v.regex(/\{index\}/, 'needs {index}, or all recipients have one name'))

/** The schema of {@link RecipientRange}. */
export const rangeSchema: v.GenericSchema<unknown, { readonly count: number; readonly name?: string | undefined }> = strictObject({
  count,
  name: v.optional(rangeName),
})

/** Returns a function that names a recipient by its number. */
export function recipientNamer({ name = '{index}' }: RecipientRange): (index: number) => string {
  const template = readTemplate(name)
  return (index) => template({ index })
}

/** The schema of the path of a ready-made journey, which is checked before the test rather than in each iteration. */
export const streamPathSchema: v.GenericSchema<string> = v.pipe(
  text,
  v.regex(/^(\/|https?:\/\/.)/i, 'must start with "/", or be a URL with http:// or https://'),
)
