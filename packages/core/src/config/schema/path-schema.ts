import { z } from 'zod'
import { showValue } from '../show-value.ts'

/** The path and query of a request, as they go into the request line. */
export const pathSchema: z.ZodType<string, string> = z.string().superRefine((path, context) => {
  const was = `(was ${showValue(path)})`
  if (!path.startsWith('/')) context.addIssue({ code: 'custom', message: `must start with "/" ${was}` })
  if (/[^\x21-\x7e]/.test(path)) {
    const hint = 'percent-encode them, a space as %20'
    context.addIssue({ code: 'custom', message: `must not contain spaces, control or non-ASCII characters ${was}`, params: { hint } })
  }
  if (path.includes('#')) context.addIssue({ code: 'custom', message: `must not contain "#", which is never sent to a server ${was}` })
})
