import { z } from 'zod'
import { nameHint } from '../closest-name.ts'

/**
 * An object that has no keys but the given ones.
 *
 * Its issue for unknown keys carries a hint for each of them as its message, one a line, in the order of the keys.
 */
export function strictObject<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape, z.core.$strict> {
  const known = Object.keys(shape)
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? issue.keys.map((key) => nameHint(key, known)).join('\n') : undefined),
  })
}
