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
export function keyMeant(input: object, keys: readonly string[]): string | undefined {
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
