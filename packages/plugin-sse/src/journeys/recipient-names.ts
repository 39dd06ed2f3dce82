import { z } from 'zod'
import { strictObject } from '../check/strict-object.ts'
import { readTemplate } from './template.ts'

/** Recipients that are numbered from 0. */
export interface RecipientRange {
  /** How many: each subscriber is so many of them, one after the other; a publisher sends to one of so many. */
  readonly count: number
  /** What they are called, with `{index}` for the number; `{index:x64}` gives it in 64 hexadecimal digits. Default `{index}`. */
  readonly name?: string
}

/** How a range is checked. */
export const rangeSchema: z.ZodType<RecipientRange> = strictObject({
  count: z.int({ error: 'must be a whole number from 1' }).min(1, { error: 'must be a whole number from 1' }),
  name: z
    .string({ error: 'must be a string' })
    .refine((name) => /\{index(:x\d+)?\}/.test(name), { error: 'needs {index}, or all recipients have one name' })
    .optional(),
}) as z.ZodType<RecipientRange>

/** Names recipients by their number. */
export function recipientNamer({ name = '{index}' }: RecipientRange): (index: number) => string {
  const template = readTemplate(name, ['index'])
  return (index) => template({ index })
}
