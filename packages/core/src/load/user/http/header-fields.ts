import { nameOfStatus } from '../../../model/metrics/outcome.ts'
import type { ResponseHead } from '../../wire/response-head.ts'

import { showValue } from '../../../base/redact/cut-text.ts'

const namePattern = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
// The characters of a value: single bytes without control characters, except for the tab.
const forbiddenInValue = /[^\t\x20-\x7e\x80-\xff]/

const refusals: Readonly<Record<string, string>> = {
  'content-length': 'is set from the body',
  'transfer-encoding': 'cannot be sent: bodies have a content-length',
  upgrade: 'cannot be sent: the connection stays HTTP/1.1',
}

// Lower-case names by the written ones, of which a journey has few.
const known = new Map<string, string>()
const mostKnown = 1000

/**
 * Checks the name of a header and returns it in lower case.
 *
 * @throws TypeError for a name that cannot be sent
 */
export function checkHeaderName(name: string): string {
  const lower = known.get(name)
  if (lower !== undefined) return lower
  if (!namePattern.test(name)) throw new TypeError(`${JSON.stringify(name)} is no name of a header`)
  const checked = name.toLowerCase()
  const refusal = refusals[checked]
  if (refusal !== undefined) throw new TypeError(`header "${name}" ${refusal}`)
  if (known.size < mostKnown) known.set(name, checked)
  return checked
}

/** Whether a text can be the value of a header. */
export function canBeSent(value: string): boolean {
  return !forbiddenInValue.test(value)
}

/**
 * Writes the line of a header.
 *
 * @throws TypeError for a value that cannot be sent, without the value, which may be a secret
 */
export function headerLine(name: string, value: string): string {
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new TypeError(`the value of header "${name}" must be a text (was ${showValue(value)})`)
  if (!canBeSent(value)) {
    throw new TypeError(`the value of header "${name}" has a line break or another character that cannot be sent in a header`)
  }
  return `${name}: ${value}\r\n`
}

/** The value of `Authorization` for a name and a password. */
export function basicAuthorization(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}

/** The value of `Authorization` that a URL such as `http://name:password@host` asks for; `undefined` without a name in it. */
export function basicCredentials(url: URL): string | undefined {
  if (url.username === '' && url.password === '') return undefined
  return basicAuthorization(decode(url.username), decode(url.password))
}

// As in browsers, a percent sign that begins no encoding stands for itself.
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString())
  }
}

/** Status and reason phrase, such as `503 Service Unavailable`. */
export function statusOf({ status, reason }: ResponseHead): string {
  return `${nameOfStatus(status)} ${reason}`.trimEnd()
}

/** The value of a header by its name in lower case, the first one; `undefined` when there is none. */
export function fieldOf({ headers }: ResponseHead, name: string): string | undefined {
  for (let i = 0; i < headers.length; i += 2) {
    // Compares lengths first, so that most names are not compared at all.
    if (headers[i]?.length === name.length && headers[i]?.toLowerCase() === name) return headers[i + 1]
  }
  return undefined
}

/** All values of a header by its name in lower case. */
export function headerFieldsOf({ headers }: ResponseHead, name: string): string[] {
  return headers.filter((_, index) => index % 2 === 1 && headers[index - 1]?.toLowerCase() === name)
}

/** The charset of a content type, in lower case; `undefined` for UTF-8, and without one. */
export function charsetOf(head: ResponseHead): string | undefined {
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(fieldOf(head, 'content-type') ?? '')?.[1]?.toLowerCase()
  return charset === 'utf-8' || charset === 'utf8' ? undefined : charset
}

/** All headers by their names in lower case, values of one name joined by `, `. */
export function fieldRecord({ headers }: ResponseHead): Record<string, string> {
  const values = new Map<string, string>()
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i]?.toLowerCase() ?? ''
    const [before, value] = [values.get(name), headers[i + 1] ?? '']
    values.set(name, before === undefined ? value : `${before}, ${value}`)
  }
  return Object.fromEntries(values)
}
