import { redacted } from './redact-text.ts'

/** Copies plain data with each of the secrets replaced, in whatever text of it they turn up, names of keys included. */
export function hideSecrets<Data>(data: Data, secrets: readonly string[]): Data {
  // The longest first, so that no secret is cut by one that is a part of it.
  const known = secrets.filter((secret) => secret !== '').toSorted((a, b) => b.length - a.length)
  // A copy keeps the shape of what it copies.
  return known.length === 0 ? data : (hide(data, known) as Data)
}

function hide(data: unknown, secrets: readonly string[]): unknown {
  if (typeof data === 'string') return secrets.reduce((text, secret) => text.replaceAll(secret, redacted), data)
  if (Array.isArray(data)) return data.map((item) => hide(item, secrets))
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [hide(key, secrets), hide(value, secrets)]))
}
