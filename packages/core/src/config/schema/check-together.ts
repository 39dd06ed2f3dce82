import { z } from 'zod'

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
