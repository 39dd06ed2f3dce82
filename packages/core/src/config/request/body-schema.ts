import { messageOf } from '../../base/errors/benchpress-error.ts'
import { z } from 'zod'
import type { FormField } from '../../load/http/request-config.ts'
import { fileSchema } from '../fields/file-schema.ts'
import { refuse, strictObject } from '../fields/object-schema.ts'

/** Where in a value, and why it cannot be written as JSON. */
interface JsonProblem {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/** Any value that JSON can say, as the bytes of its text. */
export const jsonSchema: z.ZodType<Uint8Array> = z.unknown().transform((value, context) => {
  const problems = findProblems(value, [], [])
  for (const { path, message } of problems) context.addIssue({ code: 'custom', message, path: [...path] })
  if (problems.length > 0) return z.NEVER
  try {
    return new TextEncoder().encode(JSON.stringify(value))
  } catch (error) {
    return refuse(context, `cannot be written as JSON: ${messageOf(error)}`)
  }
})

// JSON.stringify leaves out or empties what it cannot say: a test would silently send something else
function findProblems(value: unknown, path: readonly PropertyKey[], parents: readonly object[]): readonly JsonProblem[] {
  const message = findProblem(value, parents)
  if (message !== undefined) return [{ path, message }]
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return []
  const inner = [...parents, value]
  if (Array.isArray(value)) return value.flatMap((element: unknown, index) => findProblems(element, [...path, index], inner))
  return Object.entries(value).flatMap(([key, element]) => (element === undefined ? [] : findProblems(element, [...path, key], inner)))
}

function findProblem(value: unknown, parents: readonly object[]): string | undefined {
  switch (typeof value) {
    case 'function':
    case 'symbol':
    case 'bigint':
    case 'undefined':
      return `a value of type ${typeof value} cannot be written as JSON`
    case 'number':
      return Number.isFinite(value) ? undefined : `${value} cannot be written as JSON`
    case 'object':
      return value === null ? undefined : findObjectProblem(value, parents)
    default:
      return undefined
  }
}

function findObjectProblem(value: object, parents: readonly object[]): string | undefined {
  if (parents.includes(value)) return 'contains itself and cannot be written as JSON'
  if (value instanceof Map || value instanceof Set) return `a ${value.constructor.name} cannot be written as JSON`
  return undefined
}

/**
 * The fields of a multipart form by name; paths of files become absolute.
 *
 * @param cwd folder that paths are relative to
 */
export function formSchema(cwd: string): z.ZodType<Record<string, FormField>> {
  const options = strictObject({ filename: z.string().optional(), contentType: z.string().optional() }).transform(
    ({ filename, contentType }) => ({
      ...(filename === undefined ? {} : { filename }),
      ...(contentType === undefined ? {} : { contentType }),
    }),
  )
  const file = strictObject({ type: z.literal('file'), path: fileSchema(cwd), options: options.optional() }).transform((field) => ({
    type: field.type,
    path: field.path,
    ...(field.options === undefined ? {} : { options: field.options }),
  }))
  const text = strictObject({ type: z.literal('text'), value: z.string() })
  return z.record(z.string(), z.discriminatedUnion('type', [text, file], { error: 'must be "text" or "file"' }))
}
