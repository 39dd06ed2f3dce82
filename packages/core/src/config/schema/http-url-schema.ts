import { z } from 'zod'
import { showValue } from '../show-value.ts'

/** The URL of an HTTP server, as it was given; `localhost:3000` without a scheme is taken as `http://localhost:3000`. */
export const httpUrlSchema: z.ZodType<string, string> = z.string().transform((input, context) => {
  const text = input.trim()
  const withScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text.replace(/^[^:]+/, (scheme) => scheme.toLowerCase()) : `http://${text}`
  const problem = findProblem(text, withScheme)
  if (problem === undefined) return withScheme
  context.addIssue({ code: 'custom', message: `${problem.message} (was ${showValue(input)})`, params: { hint: problem.hint } })
  return z.NEVER
})

function findProblem(text: string, withScheme: string): { message: string; hint?: string } | undefined {
  if (text === '') return { message: 'must be the URL of an HTTP server', hint: 'such as http://localhost:3000' }
  const url = URL.parse(withScheme)
  if (url === null) return { message: 'is not a valid URL', hint: 'give one such as http://localhost:3000' }
  if (url.protocol === 'http:' || url.protocol === 'https:') return findCredentialProblem(url)
  return { message: `must be an http or https URL, ${url.protocol.slice(0, -1)} cannot be tested` }
}

// As basic authorization carries them; none of it is shown.
function findCredentialProblem({ username, password }: URL): { message: string; hint?: string } | undefined {
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
