import { z } from 'zod'
import { closestName } from '../closest-name.ts'

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

function findKey(input: unknown, keys: readonly string[]): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined
  const given = Object.keys(input)
  return keys.find((key) => given.includes(key)) ?? given.map((key) => closestName(key, keys)).find((key) => key !== undefined)
}
