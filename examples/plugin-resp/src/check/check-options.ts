import type { z } from 'zod'

/**
 * Checks the options of a ready-made journey.
 *
 * @param caller name of the called function, for the message
 * @throws TypeError with everything that is wrong with the options
 */
export function checkOptions<Output>(schema: z.ZodType<Output>, options: unknown, caller: string): Output {
  const result = schema.safeParse(options)
  if (result.success) return result.data
  const problems = result.error.issues.map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
  throw new TypeError(`${caller}: ${problems.join('; ')}`)
}
