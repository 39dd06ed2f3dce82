import { z } from 'zod'
import { hintForUrl } from '../../base/errors/closest-name.ts'
import { showValue } from '../../base/redact/cut-text.ts'
import { addProblem, refuse, type FieldsProblem } from './object-schema.ts'

/** The URL of an HTTP server, as it was given; `localhost:3000` without a scheme is taken as `http://localhost:3000`. */
export const httpUrlSchema: z.ZodType<string, string> = z.string().transform((input, context) => {
  const text = input.trim()
  const withScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text.replace(/^[^:]+/, (scheme) => scheme.toLowerCase()) : `http://${text}`
  const problem = findProblem(text, withScheme)
  return problem === undefined ? withScheme : refuse(context, `${problem.message} (was ${showValue(input)})`, problem.hint)
})

function findProblem(text: string, withScheme: string): FieldsProblem | undefined {
  if (text === '') return { message: 'must be the URL of an HTTP server', hint: 'such as http://localhost:3000' }
  const url = URL.parse(withScheme)
  if (url?.hostname.includes(',')) return { message: 'is not a valid URL', hint: 'of several servers, each has http:// or a port' }
  if (url === null || text.startsWith('/'))
    return { message: 'is not a valid URL', hint: hintForUrl(text) ?? 'give one such as http://localhost:3000' }
  if (url.protocol === 'http:' || url.protocol === 'https:') return findCredentialProblem(url)
  return { message: `must be an http or https URL, ${url.protocol.slice(0, -1)} cannot be tested` }
}

// Checked as in basic authorization; neither is shown in messages.
function findCredentialProblem({ username, password }: URL): FieldsProblem | undefined {
  const [user, secret] = [decode(username), decode(password)]
  if (user === undefined || secret === undefined) {
    const hint = 'write "%" itself as "%25"'
    return { message: `has a "%" in its ${user === undefined ? 'user' : 'password'} that begins no encoded character`, hint }
  }
  return user.includes(':') ? { message: 'has a colon in its user, which basic authorization cannot carry' } : undefined
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** An origin other than the target: scheme, host and port, and nothing else. */
export const originSchema: z.ZodType<string, string> = urlWithScheme().transform((text, context) => {
  const { origin, hostname, pathname, search, hash, username, password } = new URL(text)
  if (hostname.includes('*')) return refuse(context, `must name one host (was ${showValue(text)})`, 'list each of them')
  if (pathname === '/' && `${search}${hash}${username}${password}` === '') return origin
  const hint = `give "${origin}": all of an origin is trusted, or nothing`
  return refuse(context, `must be an origin, without a path, a query or a user (was ${showValue(text)})`, hint)
})

// The scheme is not guessed, because tokens are sent to the origin.
function urlWithScheme(): z.ZodType<string, string> {
  const given = z.string().transform((text, context) => {
    if (/^\s*[a-z][a-z\d+.-]*:\/\//i.test(text)) return text
    return refuse(context, `must be an origin with its scheme (was ${showValue(text)})`, 'such as https://login.example.com')
  })
  return given.pipe(httpUrlSchema)
}

/** The path and query of a request, as they go into the request line. */
export const pathSchema: z.ZodType<string, string> = z.string().superRefine((path, context) => {
  const was = `(was ${showValue(path)})`
  if (!path.startsWith('/')) addProblem(context, `must start with "/" ${was}`)
  if (/[^\x21-\x7e]/.test(path)) {
    addProblem(context, `must not contain spaces, control or non-ASCII characters ${was}`, 'percent-encode them, a space as %20')
  }
  if (path.includes('#')) addProblem(context, `must not contain "#", which is never sent to a server ${was}`)
})
