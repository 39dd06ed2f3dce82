import { resolve } from 'node:path'
import { InvalidFlagError, readTextFile, type FlagContext, type Form } from '@benchpress/core/preset'

type FormField = Form[string]

/**
 * Parses a form given as JSON, or as the path of a JSON file.
 *
 * @throws InvalidFlagError when it cannot be read or is not an object of fields
 */
export function parseForm(text: string, context: FlagContext): Form {
  const isInline = text.trimStart().startsWith('{')
  const form = parseJson(isInline ? text : readTextFile(text, context))
  // The values of a form are never shown, because they can be secrets.
  const shown = isInline ? '' : text
  if (form === undefined) throw new InvalidFlagError('is not valid JSON', { shown })
  if (!isObject(form)) throw new InvalidFlagError('must be a JSON object of fields, or the path of a file with one', { shown })
  const fields = Object.entries(form).map(([name, field]): [string, FormField] => {
    if (!isFormField(field))
      throw new InvalidFlagError(`the field "${name}" must be { "type": "text", "value": … } or { "type": "file", "path": … }`, { shown })
    // The config that is used with the flags may be in another folder.
    return [name, field.type === 'file' ? { ...field, path: resolve(context.cwd, field.path) } : field]
  })
  return Object.fromEntries(fields)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isFormField(field: unknown): field is FormField {
  if (!isObject(field)) return false
  const { type, value, path } = field
  return type === 'text' ? typeof value === 'string' : type === 'file' && typeof path === 'string'
}

/**
 * Parses headers written as `Name: value` or `Name=value`. The values of a repeated name are joined, as a recipient of several lines would (RFC 9110, section
 * 5.3): those of cookies with `; `, any others with `, `.
 *
 * @throws InvalidFlagError when one has no name or no separator, or is repeated although it is no list
 */
export function parseHeaders(texts: readonly string[]): Readonly<Record<string, string>> {
  const headers = new Map<string, readonly [string, string]>()
  for (const text of texts) {
    const match = /^\s*([^\s:=]+)\s*[:=]\s*(.*?)\s*$/s.exec(text)
    if (match === null) throw new InvalidFlagError('must be written as "Name: value" or "Name=value"', { shown: showName(text) })
    const [, name = '', value = ''] = match
    const before = headers.get(name.toLowerCase())
    if (before !== undefined && single.has(name.toLowerCase()))
      throw new InvalidFlagError('is given twice, and is no list', { shown: name })
    const separator = name.toLowerCase() === 'cookie' ? '; ' : ', '
    headers.set(name.toLowerCase(), before === undefined ? [name, value] : [before[0], `${before[1]}${separator}${value}`])
  }
  return Object.fromEntries(headers.values())
}

// The headers of requests of which Node.js, too, takes one value alone.
const single: ReadonlySet<string> = new Set([
  'authorization',
  'content-type',
  'from',
  'host',
  'if-modified-since',
  'if-unmodified-since',
  'max-forwards',
  'proxy-authorization',
  'referer',
  'user-agent',
])

// A text that is not a header name may be a value, which can be a secret.
function showName(text: string): string {
  return /^\s*([a-z][a-z-]{0,30})(?![^\s])/i.exec(text)?.[1] ?? '…'
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
