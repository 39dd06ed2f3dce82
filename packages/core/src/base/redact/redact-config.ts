import { secretsOf } from './config-secrets.ts'
import { isSecretName, redactText, redactHeader, redactHeaderLine, redactWords } from './redact-text.ts'
import { hideSecrets, keepSecrets, redacted } from './secrets.ts'

// The keys of these objects are names that the user chose, such as a scenario `token refresh`.
const namedByUser = new Set(['variants', 'scenarios', 'journeys', 'thresholds', 'metrics'])

interface Place {
  /** The key of the value; an item of a list has the key of the list. */
  readonly key: string
  /** The key of the object around it. */
  readonly parent: string
  /** The objects around the value. */
  readonly path: readonly object[]
}

/**
 * Copies a config into plain data for a result file, without its secrets.
 *
 * `[redacted]` replaces the value of each key, query parameter, variable and flag whose name suggests a secret, of each header that is not known to be
 * harmless, the key of a TLS client, and private keys anywhere. User and password of URLs are left out. Bodies are kept, except for such keys in them.
 * Functions become `[function]`, bytes `[n bytes]`. The names in `secrets` are kept, and their values are removed everywhere.
 *
 * @param config one config, a list of them, or a suite
 */
export function redactConfig(config: unknown): unknown {
  return whileHiding(config, () => hideSecrets(redactValue(config, { key: '', parent: '', path: [] })))
}

/** Does work with the secrets of a config, a list of configs or a suite kept as secrets of this thread, until the returned promise settles. */
export function whileHiding<Done>(config: unknown, work: () => Done): Done {
  const release = keepSecrets(secretsOf(config))
  let done: Done | undefined
  try {
    done = work()
    return done instanceof Promise ? (done.finally(release) as Done) : done
  } finally {
    if (!(done instanceof Promise)) release()
  }
}

function redactValue(value: unknown, place: Place): unknown {
  if (value === null || value === undefined || typeof value === 'boolean') return value
  if (isSecretPlace(place) && !(typeof value === 'object' && namedByUser.has(place.parent))) return hideValue(value, place)
  return typeof value === 'object' ? redactObject(value, place) : redactPrimitive(value, place.key)
}

function hideValue(value: unknown, { key }: Place): unknown {
  if (key !== 'secrets' || typeof value !== 'object' || value === null || Array.isArray(value)) return redacted
  return Object.fromEntries(Object.keys(value).map((name) => [redactText(name), redacted]))
}

function redactPrimitive(value: unknown, key: string): unknown {
  if (typeof value === 'string') return key === 'body' ? redactBody(value) : redactText(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  return typeof value === 'bigint' || typeof value === 'symbol' ? redactText(value.toString()) : '[function]'
}

function isSecretPlace({ key, parent }: Place): boolean {
  return isSecretName(key) || (parent === 'tls' && (key === 'key' || key === 'pfx'))
}

// A scenario may be called `headers`, and contains none.
function isHeaders({ key, parent }: Place): boolean {
  return key.toLowerCase() === 'headers' && !namedByUser.has(parent)
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
  const named = findName(entries, place)
  const copy = entries
    .filter(([, value]) => value !== undefined)
    .map(([key, value]): [string, unknown] => {
      const inner = { key: String(key), parent: place.key, path: place.path }
      if (named !== undefined && inner.key === 'value') return [inner.key, redactNamed(named, value, place)]
      const isHeader = named === undefined && isHeaders(place)
      return [redactText(inner.key), isHeader ? redactNamed(inner.key, value, place) : redactValue(value, inner)]
    })
  return Object.fromEntries(copy)
}

/** The name that an object gives to its `value`, as in the lists of headers and parameters of HAR files. */
function findName(entries: readonly (readonly [unknown, unknown])[], place: Place): string | undefined {
  const named = entries.find(([key]) => key === 'name')?.[1]
  if (typeof named !== 'string' || !entries.some(([key]) => key === 'value')) return undefined
  // A header may be called `name`.
  const isPlain = entries.every(([key]) => key === 'name' || key === 'value' || key === 'comment')
  return isPlain || !isHeaders(place) ? named : undefined
}

/** Redacts the value of a header or parameter by its name; it is a header only if `place` is among headers. */
function redactNamed(named: string, value: unknown, place: Place): unknown {
  if (isHeaders(place)) return typeof value === 'string' ? redactHeader(named, value) : redacted
  return isSecretName(named) ? redacted : redactValue(value, { ...place, key: 'value', parent: place.key })
}

function redactList(items: readonly unknown[], place: Place): unknown[] {
  if (items.every((item) => typeof item === 'string')) return isHeaders(place) ? redactHeaders(items) : redactWords(items)
  return items.map((item) => redactValue(item, place) ?? null)
}

function redactHeaders(items: readonly string[]): string[] {
  const [name, value] = items
  const isPair = items.length === 2 && name !== undefined && value !== undefined && /^[\w-]+$/.test(name)
  return isPair ? [name, redactHeader(name, value)] : items.map(redactHeaderLine)
}

/** Redacts a body: JSON by the names of its fields, and any other as text. */
export function redactBody(body: string): string {
  try {
    const value: unknown = JSON.parse(body)
    if (typeof value !== 'object') return redactText(body)
    const copy = redactValue(value, { key: '', parent: '', path: [] })
    // A body without secrets is returned unchanged.
    return JSON.stringify(copy) === JSON.stringify(value) ? body : JSON.stringify(copy)
  } catch {
    return redactText(body)
  }
}

function formatDate(date: Date): string {
  return Number.isNaN(date.getTime()) ? 'Invalid Date' : date.toISOString()
}
