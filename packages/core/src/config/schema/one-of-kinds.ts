import { z } from 'zod'
import { keyMeant, keysGiven, objectOfKind } from './object-of-kind.ts'

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
