import { tellsNoBody } from '../../http/request-config.ts'
import type { RequestBody } from './request-body.ts'
import { basicAuthorization, checkHeaderName, headerLine } from './header-fields.ts'
import type { HttpOptions } from './http-client.ts'
import type { HttpOrigin } from './http-origin.ts'

/**
 * Puts a request together as it is sent: as bytes, or as a text of one character a byte.
 *
 * @param head its lines up to here, each with its end; `Content-Length` and the blank line are added
 */
export function encodeMessage(method: string, head: string, body: RequestBody | undefined): Uint8Array | string {
  // Without a body a server expects to be told so of these, and of no others (RFC 9110, section 8.6).
  if (body === undefined) return tellsNoBody(method) ? `${head}content-length: 0\r\n\r\n` : `${head}\r\n`
  const { content } = body
  if (typeof content !== 'string') return joined(`${head}content-length: ${content.length}\r\n\r\n`, content)
  const length = Buffer.byteLength(content)
  const lines = `${head}content-length: ${length}\r\n\r\n`
  // As many bytes as characters: it is ASCII.
  return length === content.length ? lines + content : joined(lines, Buffer.from(content))
}

function joined(head: string, content: Uint8Array): Uint8Array {
  const bytes = Buffer.allocUnsafe(head.length + content.length)
  bytes.write(head, 'latin1')
  bytes.set(content, head.length)
  return bytes
}

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
