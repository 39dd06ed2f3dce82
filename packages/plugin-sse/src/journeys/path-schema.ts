import { z } from 'zod'

/** How the path of a ready-made journey is checked: told before the test, and not by each of its iterations. */
export const pathSchema: z.ZodType<string> = z
  .string({ error: 'must be a string' })
  .regex(/^(\/|https?:\/\/.)/i, { error: 'must start with "/", or be a URL with http:// or https://' })
