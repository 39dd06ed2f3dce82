import { redacted } from './redact-text.ts'

/** Gives plain data with each of the secrets replaced, in whatever text of it they turn up, names of keys included. What holds none of them is not copied. */
export function hideSecrets<Data>(data: Data, secrets: readonly string[]): Data {
  // The longest first, so that no secret is cut by one that is a part of it.
  const known = secrets.filter((secret) => secret !== '').toSorted((a, b) => b.length - a.length)
  // What is copied keeps its shape.
  return known.length === 0 ? data : (hide(data, known) as Data)
}

function hide(data: unknown, secrets: readonly string[]): unknown {
  if (typeof data === 'string') return secrets.reduce((text, secret) => text.replaceAll(secret, redacted), data)
  if (typeof data !== 'object' || data === null) return data
  const values: readonly unknown[] = Object.values(data)
  const shown = values.map((value) => hide(value, secrets))
  const isSame = shown.every((value, index) => Object.is(value, values[index]))
  if (Array.isArray(data)) return isSame ? data : shown
  const keys = Object.keys(data)
  const names = keys.map((key) => String(hide(key, secrets)))
  return isSame && names.every((name, index) => name === keys[index])
    ? data
    : Object.fromEntries(names.map((name, index) => [name, shown[index]]))
}
