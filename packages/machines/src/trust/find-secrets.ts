import { isSecretName, redactConfig, redacted } from '@benchpress/core/machines'

/** The keys that lead to a value. */
export type SecretPlace = readonly (string | number)[]

/** A secret in plain data. */
export interface FoundSecret {
  readonly path: SecretPlace
  /** The text, where it is secret as a whole; missing where only a part of it is, or where the value is no text. */
  readonly text?: string
}

// A text of marks only, each after a scheme or a name.
const onlyMarks = /^(?:(?:[\w-]+[ =])?\[redacted\](?:;\s*|$))+$/
const markedUser = /(:\/\/)(?:[\w.%-]*:)?\[redacted\]@/g
const quotedMark = /\\*["']?\[redacted\]\\*["']?/g

/**
 * Finds values that a result file would hide in plain data. Values that were taken out before are `[redacted]` already.
 *
 * Numbers are never secret: a `max_tokens` of a body is a limit.
 */
export function findSecrets(data: unknown): FoundSecret[] {
  return compare(data, redactConfig(data), [])
}

function compare(value: unknown, hidden: unknown, path: SecretPlace): FoundSecret[] {
  if (typeof value === 'string') return value === '' || isCovered(value, hidden) ? [] : [found(value, hidden, path)]
  if (value instanceof Uint8Array) return isCoveredBody(Buffer.from(value).toString()) ? [] : [{ path }]
  if (typeof value !== 'object' || value === null) return []
  return entriesOf(value).flatMap(([key, inner]) => {
    const own = typeof hidden === 'object' && hidden !== null ? (hidden as Readonly<Record<string, unknown>>) : undefined
    // Either everything below is secret, or only this key.
    if (own === undefined) return compare(inner, hidden, [...path, key])
    return Object.hasOwn(own, key) || inner === undefined ? compare(inner, own[key], [...path, key]) : [{ path: [...path, key] }]
  })
}

function found(value: string, hidden: unknown, path: SecretPlace): FoundSecret {
  return typeof hidden === 'string' && /^(?:\S+ )?\[redacted\]$/.test(hidden) ? { path, text: value } : { path }
}

/** Whether only marks would be hidden in a text. */
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
  // The value of a form field is two lines below its name.
  const fields = Array.from(body.matchAll(/\bname="([^"\r\n]*)"[^]*?\r\n\r\n([^]*?)\r\n--/g))
  return fields.every(([, name = '', value = '']) => value === '' || value === redacted || !isSecretName(name))
}

/** Lists the members of plain data by key or index. */
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
