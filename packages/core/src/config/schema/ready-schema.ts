import { z } from 'zod'
import type { Ready } from '../../target/target.ts'
import { showValue } from '../show-value.ts'
import { httpUrlSchema } from './http-url-schema.ts'
import { objectOfKind } from './object-of-kind.ts'
import { strictObject } from './strict-object.ts'
import { wholeNumberSchema } from './whole-number-schema.ts'

const kinds = ['port', 'log']

/** How to tell that a started command answers. */
export const readySchema: z.ZodType<Ready> = z.union(
  [
    httpUrlSchema,
    z.array(httpUrlSchema).min(1),
    objectOfKind('port', kinds, strictObject({ port: wholeNumberSchema(1, 65_535) })),
    objectOfKind('log', kinds, strictObject({ log: z.string().min(1).superRefine(checkPattern) })),
  ],
  { error: 'must be a URL, a list of URLs, { port } or { log }' },
)

function checkPattern(pattern: string, context: z.core.$RefinementCtx<string>): void {
  try {
    new RegExp(pattern)
  } catch {
    context.addIssue({ code: 'custom', message: `is not a valid regular expression (was ${showValue(pattern)})` })
  }
}
