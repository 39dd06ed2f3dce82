import { z } from 'zod'
import { nameHint, closestName } from '../../base/errors/closest-name.ts'
import { isObject } from '../unchecked.ts'
import { showValue } from '../../base/redact/cut-text.ts'
import { hintForK6, nameForK6 } from './k6-words.ts'

/**
 * An object without other keys than the given ones.
 *
 * The message of its issue for unknown keys is a hint for each key, one a line, in the order of the keys.
 *
 * @param hints hints for keys that exist elsewhere
 */
export function strictObject<Shape extends z.ZodRawShape>(
  shape: Shape,
  hints: Readonly<Record<string, string>> = {},
): z.ZodObject<Shape, z.core.$strict> {
  const known = Object.keys(shape)
  const hintOf = (key: string): string => (Object.hasOwn(hints, key) ? hints[key] : hintForK6(key, known)) ?? nameHint(key, known)
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? issue.keys.map(hintOf).join('\n') : undefined),
  })
}

/** Reports what is wrong with one value, and what to do about it; the schema continues to find further issues. */
export function addProblem(context: z.core.$RefinementCtx, message: string, hint?: string): void {
  context.addIssue({ code: 'custom', message, params: { hint } })
}

/** Reports what is wrong with a value that a transformation cannot convert: `return refuse(…)`. */
export function refuse(context: z.core.$RefinementCtx, message: string, hint?: string): never {
  addProblem(context, message, hint)
  return z.NEVER
}

/** An issue of several fields of an object taken together. */
export interface FieldsProblem {
  readonly message: string
  readonly hint?: string | undefined
  /** The path from the object; without one, the object itself. */
  readonly path?: readonly (string | number)[]
}

/**
 * A check of several fields of one object against each other.
 *
 * The check also runs when single fields are invalid, so that all issues are found at once: it must accept any value of a field.
 */
export function checkTogether(find: (fields: Readonly<Record<string, unknown>>) => readonly FieldsProblem[]): z.core.$ZodCheck<object> {
  return z.superRefine((fields: object, context) => addIssues(find({ ...fields }), context), {
    when: ({ value }) => isObject(value),
  })
}

/** A check of the output of a schema, which runs only when the whole input is valid. */
export function checkResolved<Value>(find: (value: Value) => readonly FieldsProblem[]): z.core.$ZodCheck<Value> {
  return z.superRefine((value: Value, context) => addIssues(find(value), context))
}

/** Reports the mistakes in fields, each at its path; the schema continues. */
export function addIssues(problems: readonly FieldsProblem[], context: z.core.$RefinementCtx): void {
  for (const { message, hint, path = [] } of problems) context.addIssue({ code: 'custom', message, path: [...path], params: { hint } })
}

/**
 * Finds problems in the names that the user chose for things of one kind.
 *
 * @param what the kind in messages, such as `scenario`
 */
export function findNameProblems(names: readonly string[], what: string): readonly FieldsProblem[] {
  if (names.length === 0) return [{ message: `must have at least one ${what}` }]
  return names
    .filter((name) => !/^[\w.:-]+$/.test(name))
    .map((name) => ({ message: `${showValue(name)} is not a name`, hint: 'letters, digits, "_", "-", "." and ":" are allowed' }))
}

/**
 * One of several kinds of objects that are identified by a key, for use in a union.
 *
 * An object is of the first kind whose key it has; without any of the keys, it is of the kind whose key was probably mistyped.
 *
 * @param key the key of this kind
 * @param keys the keys of all kinds
 */
export function objectOfKind<Output>(key: string, keys: readonly string[], schema: z.ZodType<Output>): z.ZodType<Output> {
  return z
    .unknown()
    .refine((input) => findKey(input, keys) === key, { abort: true, params: { isOfOtherKind: true } })
    .pipe(schema)
}

/** The keys of kinds that an object has; a key whose value is `undefined` counts as not given. */
export function keysGiven(input: object, keys: readonly string[]): readonly string[] {
  const given = namesIn(input)
  return keys.filter((key) => given.includes(key))
}

/** The key of the kind that an object without any of the keys was probably meant to be. */
function keyMeant(input: object, keys: readonly string[]): string | undefined {
  return namesIn(input)
    .map((name) => nameForK6(name, keys) ?? closestName(name, keys))
    .find((key) => key !== undefined)
}

function findKey(input: unknown, keys: readonly string[]): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined
  return keysGiven(input, keys)[0] ?? keyMeant(input, keys)
}

function namesIn(input: object): readonly string[] {
  return Object.entries(input).flatMap(([name, value]) => (value === undefined ? [] : [name]))
}

/**
 * An object of exactly one of several kinds that are identified by a key; issues are reported for the kind that was meant.
 *
 * @param what name of the object in messages, such as `a workload`
 * @param kinds the schema of each kind, by its key
 */
export function oneOfKinds<Output>(what: string, kinds: Readonly<Record<string, z.ZodType<Output>>>): z.ZodType<Output> {
  const keys = Object.keys(kinds)
  return z
    .unknown()
    .superRefine((input, context) => {
      if (typeof input !== 'object' || input === null || Array.isArray(input)) {
        context.addIssue({ code: 'invalid_type', expected: 'object', input })
        return
      }
      const given = keysGiven(input, keys)
      if (given.length > 1) {
        addProblem(context, `${given.join(' and ')} cannot be given together`, `${what} has one of ${listOr(keys)}`)
      } else if (given.length === 0 && keyMeant(input, keys) === undefined) {
        const hint = namesIn(input).flatMap((name) => hintForK6(name, keys) ?? [])[0]
        addProblem(context, `needs ${listOr(keys)}`, hint)
      }
    })
    .transform((input) => withoutUndefined(input, keys))
    .pipe(z.union(Object.entries(kinds).map(([key, schema]) => objectOfKind(key, keys, schema))))
}

// The key of another kind with the value `undefined` counts as not given, and is not an extra key.
function withoutUndefined(input: unknown, keys: readonly string[]): unknown {
  return Object.fromEntries(Object.entries({ ...(input as object) }).filter(([key, value]) => value !== undefined || !keys.includes(key)))
}

function listOr(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}
