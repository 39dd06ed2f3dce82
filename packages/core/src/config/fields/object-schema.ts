import { z } from 'zod'
import { nameHint } from '../../base/errors/closest-name.ts'
import { showValue } from '../show-value.ts'

/**
 * An object that has no keys but the given ones.
 *
 * Its issue for unknown keys carries a hint for each of them as its message, one a line, in the order of the keys.
 *
 * @param hints what to say about keys that exist, but not here
 */
export function strictObject<Shape extends z.ZodRawShape>(
  shape: Shape,
  hints: Readonly<Record<string, string>> = {},
): z.ZodObject<Shape, z.core.$strict> {
  const known = Object.keys(shape)
  const hintOf = (key: string): string => (Object.hasOwn(hints, key) ? (hints[key] ?? '') : nameHint(key, known))
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? issue.keys.map(hintOf).join('\n') : undefined),
  })
}

/** One thing that is wrong with the fields of an object taken together. */
export interface FieldsProblem {
  readonly message: string
  readonly hint?: string | undefined
  /** Where, seen from the object; the object itself when left out. */
  readonly path?: readonly (string | number)[]
}

/**
 * A check of several fields of one object against each other.
 *
 * It also runs when single fields are wrong, so that all issues are found at once: it must take any value for a field.
 */
export function checkTogether(find: (fields: Readonly<Record<string, unknown>>) => readonly FieldsProblem[]): z.core.$ZodCheck<object> {
  return z.superRefine((fields: object, context) => addIssues(find({ ...fields }), context), {
    when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
  })
}

/** A check of what came out of a schema, which runs only when everything in it is right. */
export function checkResolved<Value>(find: (value: Value) => readonly FieldsProblem[]): z.core.$ZodCheck<Value> {
  return z.superRefine((value: Value, context) => addIssues(find(value), context))
}

function addIssues(problems: readonly FieldsProblem[], context: z.core.$RefinementCtx): void {
  for (const { message, hint, path = [] } of problems) context.addIssue({ code: 'custom', message, path: [...path], params: { hint } })
}

/**
 * What is wrong with the names that the user chose for things of one kind.
 *
 * @param what one of them, such as `scenario`
 */
export function findNameProblems(names: readonly string[], what: string): readonly FieldsProblem[] {
  if (names.length === 0) return [{ message: `must have at least one ${what}` }]
  return names
    .filter((name) => !/^[\w.:-]+$/.test(name))
    .map((name) => ({ message: `${showValue(name)} is not a name`, hint: 'letters, digits, "_", "-", "." and ":" are allowed' }))
}
