import { isSecretName, redacted, redactText, redactWords } from './redact-text.ts'

// The keys of these objects are names that the user chose, such as that of a scenario `token refresh`.
const namedByUser = new Set(['scenarios', 'thresholds'])

/** Where a value stands. */
interface Place {
  /** The object's key; an item of a list has that of the list. */
  readonly key: string
  /** The key of the object around it. */
  readonly parent: string
  /** The objects around the value. */
  readonly path: readonly object[]
}

/**
 * Copies a config into plain data for a result file, without its secrets.
 *
 * Replaced by `[redacted]` is the value of each header, key, query parameter, variable and flag whose name tells of a secret, the key
 * of a TLS client, user and password in URLs, and private keys anywhere. Bodies stay, but for such keys in them. Functions become
 * `[function]`, bytes `[n bytes]`.
 */
export function redactConfig(config: unknown): unknown {
  return redactValue(config, { key: '', parent: '', path: [] })
}

function redactValue(value: unknown, place: Place): unknown {
  if (value === null || value === undefined || typeof value === 'boolean') return value
  if (isSecretPlace(place) && !(typeof value === 'object' && namedByUser.has(place.parent))) return redacted
  return typeof value === 'object' ? redactObject(value, place) : redactPrimitive(value, place.key)
}

function redactPrimitive(value: unknown, key: string): unknown {
  if (typeof value === 'string') return key === 'body' ? redactBody(value) : redactText(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  return typeof value === 'bigint' || typeof value === 'symbol' ? redactText(value.toString()) : '[function]'
}

function isSecretPlace({ key, parent }: Place): boolean {
  return isSecretName(key) || (parent === 'tls' && (key === 'key' || key === 'pfx'))
}

function redactObject(value: object, place: Place): unknown {
  if (place.path.includes(value)) return '[circular]'
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`
  if (value instanceof Date || value instanceof URL || value instanceof RegExp)
    return redactText(value instanceof Date ? formatDate(value) : String(value))
  const path = [...place.path, value]
  if (Array.isArray(value)) return redactList(value, { ...place, path })
  if (value instanceof Set) return redactList([...value], { ...place, path })
  return redactEntries(value instanceof Map ? [...value] : Object.entries(value), { ...place, path })
}

function redactEntries(entries: readonly (readonly [unknown, unknown])[], place: Place): Record<string, unknown> {
  // Lists of headers and parameters in HAR files.
  const named = entries.find(([key]) => key === 'name')?.[1]
  const isSecretValue = typeof named === 'string' && isSecretName(named)
  const copy = entries
    .filter(([, value]) => value !== undefined)
    .map(([key, value]): [string, unknown] => {
      const inner = { key: String(key), parent: place.key, path: place.path }
      return [redactText(inner.key), isSecretValue && inner.key === 'value' ? redacted : redactValue(value, inner)]
    })
  return Object.fromEntries(copy)
}

function redactList(items: readonly unknown[], place: Place): unknown[] {
  if (items.every((item) => typeof item === 'string')) return redactWords(items)
  return items.map((item) => redactValue(item, place) ?? null)
}

function redactBody(body: string): string {
  try {
    const value: unknown = JSON.parse(body)
    if (typeof value !== 'object') return redactText(body)
    const copy = redactValue(value, { key: '', parent: '', path: [] })
    // A body without secrets stays as it was written.
    return JSON.stringify(copy) === JSON.stringify(value) ? body : JSON.stringify(copy)
  } catch {
    return redactText(body)
  }
}

function formatDate(date: Date): string {
  return Number.isNaN(date.getTime()) ? 'Invalid Date' : date.toISOString()
}
