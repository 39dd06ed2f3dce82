import { nameHint } from '@benchpress/core/plugin'
import { z } from 'zod'

/** An object with only the given keys; the issue for an unknown key names the one that was probably meant. */
export function strictObject<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape, z.core.$strict> {
  const known = Object.keys(shape)
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => `unknown option "${key}"; ${nameHint(key, known)}`).join('; ')
        : undefined,
  })
}
