import { z } from 'zod'
import type { FieldsProblem } from '../check-together.ts'

type Path = readonly (string | number)[]

/** What cloning keeps, beside plain objects and lists. */
const cloneable = [Date, RegExp, ArrayBuffer, SharedArrayBuffer, Error, Boolean, Number, String]

/** Data that can be sent to another thread, as a copy of its own. */
export const cloneableSchema: z.ZodType = z.unknown().transform((value, context) => {
  const problems = findProblems(value, [], new Set())
  for (const { message, hint, path = [] } of problems) context.addIssue({ code: 'custom', message, path: [...path], params: { hint } })
  if (problems.length > 0) return z.NEVER
  try {
    return structuredClone(value)
  } catch {
    // Its reason is the source of what cannot be cloned.
    context.addIssue({ code: 'custom', message: 'cannot be sent to another thread', params: { hint: asData } })
    return z.NEVER
  }
})

const asData = 'give plain data'

function findProblems(value: unknown, path: Path, seen: Set<object>): readonly FieldsProblem[] {
  if (typeof value === 'function')
    return [{ path, message: 'a function cannot be sent to another thread', hint: 'put it in a journey file' }]
  if (typeof value === 'symbol') return [{ path, message: 'a symbol cannot be sent to another thread', hint: asData }]
  if (typeof value !== 'object' || value === null || seen.has(value)) return []
  seen.add(value)
  if (Array.isArray(value)) return value.flatMap((item: unknown, index) => findProblems(item, [...path, index], seen))
  if (value instanceof Map || value instanceof Set) return [...value].flat().flatMap((item: unknown) => findProblems(item, path, seen))
  if (ArrayBuffer.isView(value) || cloneable.some((type) => value instanceof type)) return []
  if (!isPlain(value))
    return [{ path, message: `${nameOf(value)} would arrive in another thread as an object without its class`, hint: asData }]
  return Object.entries(value).flatMap(([key, item]) => findProblems(item, [...path, key], seen))
}

// The prototype of plain objects has none itself, in whatever realm they were made.
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || (typeof prototype === 'object' && Object.getPrototypeOf(prototype) === null)
}

function nameOf(value: object): string {
  const name: unknown = value.constructor?.name
  return typeof name === 'string' && name !== '' ? `a ${name}` : 'it'
}
