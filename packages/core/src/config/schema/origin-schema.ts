import { z } from 'zod'
import { showValue } from '../show-value.ts'
import { httpUrlSchema } from './http-url-schema.ts'

/** Where requests go beside the target: scheme, host and port, and nothing else. */
export const originSchema: z.ZodType<string, string> = withScheme().transform((text, context) => {
  const { origin, hostname, pathname, search, hash, username, password } = new URL(text)
  if (hostname.includes('*')) {
    context.addIssue({ code: 'custom', message: `must name one host (was ${showValue(text)})`, params: { hint: 'list each of them' } })
    return z.NEVER
  }
  if (pathname === '/' && `${search}${hash}${username}${password}` === '') return origin
  const hint = `give "${origin}": all of an origin is trusted, or nothing`
  context.addIssue({
    code: 'custom',
    message: `must be an origin, without a path, a query or a user (was ${showValue(text)})`,
    params: { hint },
  })
  return z.NEVER
})

// Tokens are sent there: whether encrypted or not is not guessed.
function withScheme(): z.ZodType<string, string> {
  const given = z.string().transform((text, context) => {
    if (/^\s*[a-z][a-z\d+.-]*:\/\//i.test(text)) return text
    context.addIssue({
      code: 'custom',
      message: `must be an origin with its scheme (was ${showValue(text)})`,
      params: { hint: 'such as https://login.example.com' },
    })
    return z.NEVER
  })
  return given.pipe(httpUrlSchema)
}
