import { basicAuthorization } from './credentials.ts'
import { checkHeaderName, headerLine } from './header-fields.ts'
import type { HttpOptions } from './http-options.ts'
import type { HttpOrigin } from './http-origin.ts'

/** What a request sends unless it has headers of its own for it. */
interface HeaderFacts {
  /** Value of `Authorization` that its URL asks for. */
  readonly credentials: string | undefined
  /** Content type of its body. */
  readonly type: string | undefined
  readonly cookie: string | undefined
}

/**
 * Writes the headers of a request: those of the scenario, overridden by its own, whatever the case of their names.
 *
 * @throws TypeError for a header that cannot be sent
 */
export function writeHeaders(origin: HttpOrigin, options: HttpOptions, { credentials, type, cookie }: HeaderFacts): string {
  const { headers, auth } = options
  const asked = auth === undefined ? credentials : authorization(auth)
  const isPlain = headers === undefined && asked === undefined && cookie === undefined
  if (isPlain && (type === undefined || !origin.lines.has('content-type'))) {
    return type === undefined ? origin.fields : `${origin.fields}content-type: ${type}\r\n`
  }
  const own = new Map<string, string>()
  if (type !== undefined) own.set('content-type', headerLine('content-type', type))
  if (cookie !== undefined) own.set('cookie', headerLine('cookie', cookie))
  if (asked !== undefined) own.set('authorization', headerLine('authorization', asked))
  if (headers !== undefined) addHeaders(own, headers, auth !== undefined)
  return joinLines(origin, own)
}

function addHeaders(own: Map<string, string>, headers: Readonly<Record<string, string | undefined>>, hasAuth: boolean): void {
  for (const name of Object.keys(headers)) {
    const value = headers[name]
    if (value === undefined) continue
    const lower = checkHeaderName(name)
    if (hasAuth && lower === 'authorization') throw new TypeError('give either "auth" or a header "authorization", not both')
    own.set(lower, headerLine(name, value))
  }
}

function joinLines(origin: HttpOrigin, own: ReadonlyMap<string, string>): string {
  let overrides = false
  let text = ''
  for (const [name, line] of own) {
    overrides ||= origin.lines.has(name)
    text += line
  }
  if (!overrides) return origin.fields + text
  let defaults = ''
  for (const [name, line] of origin.lines) if (!own.has(name)) defaults += line
  return defaults + text
}

function authorization(auth: NonNullable<HttpOptions['auth']>): string {
  return 'bearer' in auth ? `Bearer ${auth.bearer}` : basicAuthorization(auth.username, auth.password)
}
