import { isSecretName, redactConfig, redacted } from '@benchpress/core/machines'

/** The keys that lead to a value. */
export type Place = readonly (string | number)[]

/** Something secret in plain data. */
export interface FoundSecret {
  readonly path: Place
  /** The text that is secret as a whole; missing where only a part of it is, or where it is no text. */
  readonly text?: string
}

// Nothing but marks, each behind a scheme or a name.
const onlyMarks = /^(?:(?:[\w-]+[ =])?\[redacted\](?:;\s*|$))+$/
const markedUser = /(:\/\/)(?:[\w.%-]*:)?\[redacted\]@/g
const quotedMark = /\\*["']?\[redacted\]\\*["']?/g

/**
 * Finds what a result file would hide in plain data, and texts that hold one of the secrets. Where values stood that may be known there are marks, `[redacted]`, already.
 *
 * Numbers are none: a `max_tokens` of a body is a limit.
 */
export function findSecrets(data: unknown, secrets: readonly string[]): FoundSecret[] {
  return compare(data, redactConfig(data), []).concat(findTexts(data, secrets, []))
}

function compare(value: unknown, hidden: unknown, path: Place): FoundSecret[] {
  if (typeof value === 'string') return value === '' || isCovered(value, hidden) ? [] : [found(value, hidden, path)]
  if (value instanceof Uint8Array) return isCoveredBody(Buffer.from(value).toString()) ? [] : [{ path }]
  if (typeof value !== 'object' || value === null) return []
  return entriesOf(value).flatMap(([key, inner]) => {
    const own = typeof hidden === 'object' && hidden !== null ? (hidden as Readonly<Record<string, unknown>>) : undefined
    // All of it is secret, or this key.
    if (own === undefined) return compare(inner, hidden, [...path, key])
    return Object.hasOwn(own, key) || inner === undefined ? compare(inner, own[key], [...path, key]) : [{ path: [...path, key] }]
  })
}

function found(value: string, hidden: unknown, path: Place): FoundSecret {
  return typeof hidden === 'string' && /^(?:\S+ )?\[redacted\]$/.test(hidden) ? { path, text: value } : { path }
}

/** Whether all that is hidden of a text are marks. */
function isCovered(value: string, hidden: unknown): boolean {
  if (value === hidden || onlyMarks.test(value)) return true
  if (typeof hidden !== 'string') return false
  const json = [value, hidden].map(parse)
  if (json.every((parsed) => typeof parsed === 'object')) return compare(json[0], json[1], []).length === 0
  return withoutQuotes(value.replaceAll(markedUser, '$1')) === withoutQuotes(hidden)
}

function isCoveredBody(body: string): boolean {
  const { body: hidden } = redactConfig({ body }) as { readonly body: unknown }
  if (!isCovered(body, hidden)) return false
  // A field of a form: its value stands two lines below its name.
  const fields = Array.from(body.matchAll(/\bname="([^"\r\n]*)"[^]*?\r\n\r\n([^]*?)\r\n--/g))
  return fields.every(([, name = '', value = '']) => value === '' || value === redacted || !isSecretName(name))
}

function findTexts(value: unknown, secrets: readonly string[], path: Place): FoundSecret[] {
  const text = value instanceof Uint8Array ? Buffer.from(value).toString() : value
  if (typeof text === 'string') return secrets.some((secret) => text.includes(secret)) ? [{ path }] : []
  if (typeof value !== 'object' || value === null) return []
  return entriesOf(value).flatMap(([key, inner]) =>
    findTexts(key, secrets, [...path, key]).concat(findTexts(inner, secrets, [...path, key])),
  )
}

/** What plain data holds, by its key or its place. */
export function entriesOf(value: object): (readonly [string | number, unknown])[] {
  if (Array.isArray(value) || value instanceof Set) return Array.from(value as Iterable<unknown>, (item, index) => [index, item])
  if (value instanceof Map) return Array.from(value as Map<unknown, unknown>, ([key, item]) => [String(key), item])
  return ArrayBuffer.isView(value) || value instanceof Date ? [] : Object.entries(value)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) ?? undefined
  } catch {
    return undefined
  }
}

function withoutQuotes(text: string): string {
  return text.replaceAll(quotedMark, redacted)
}
