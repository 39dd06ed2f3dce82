import { resolve } from 'node:path'
import { z } from 'zod'
import type { FormField } from '../../load/http/request-config.ts'
import { showValue } from '../show-value.ts'
import { findFileProblem } from './find-file-problem.ts'
import { strictObject } from './strict-object.ts'

/**
 * The fields of a multipart form by name; paths of files become absolute.
 *
 * @param cwd folder that paths are relative to
 */
export function formSchema(cwd: string): z.ZodType<Record<string, FormField>> {
  const path = z.string().transform((input, context) => {
    const absolute = resolve(cwd, input)
    const problem = findFileProblem(absolute)
    if (problem !== undefined) context.addIssue({ code: 'custom', message: `${problem} (was ${showValue(input)})` })
    return absolute
  })
  const options = strictObject({ filename: z.string().optional(), contentType: z.string().optional() }).transform(
    ({ filename, contentType }) => ({
      ...(filename === undefined ? {} : { filename }),
      ...(contentType === undefined ? {} : { contentType }),
    }),
  )
  const file = strictObject({ type: z.literal('file'), path, options: options.optional() }).transform((field) => ({
    type: field.type,
    path: field.path,
    ...(field.options === undefined ? {} : { options: field.options }),
  }))
  const text = strictObject({ type: z.literal('text'), value: z.string() })
  return z.record(z.string(), z.discriminatedUnion('type', [text, file], { error: 'must be "text" or "file"' }))
}
