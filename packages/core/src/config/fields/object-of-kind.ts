import { z } from 'zod'
import { closestName } from '../../base/errors/closest-name.ts'

/**
 * One of several kinds of objects that are told apart by a key, for use in a union.
 *
 * An object is of the first kind whose key it has; when it has none, of the one whose key it probably mistyped.
 *
 * @param key the key of this kind
 * @param keys those of all kinds
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
    .map((name) => closestName(name, keys))
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
 * An object of exactly one of several kinds that are told apart by a key: what is wrong is said of the kind that was meant.
 *
 * @param what what it is, such as `a workload`
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
        const hint = `${what} has one of ${listOr(keys)}`
        context.addIssue({ code: 'custom', message: `${given.join(' and ')} cannot be given together`, params: { hint } })
      } else if (given.length === 0 && keyMeant(input, keys) === undefined) {
        context.addIssue({ code: 'custom', message: `needs ${listOr(keys)}` })
      }
    })
    .transform((input) => withoutUndefined(input, keys))
    .pipe(z.union(Object.entries(kinds).map(([key, schema]) => objectOfKind(key, keys, schema))))
}

// The key of another kind whose value is `undefined` is not given, and so no key too many.
function withoutUndefined(input: unknown, keys: readonly string[]): unknown {
  return Object.fromEntries(Object.entries({ ...(input as object) }).filter(([key, value]) => value !== undefined || !keys.includes(key)))
}

function listOr(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}
