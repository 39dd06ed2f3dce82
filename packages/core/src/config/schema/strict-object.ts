import { z } from 'zod'
import { nameHint } from '../../base/errors/closest-name.ts'

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
