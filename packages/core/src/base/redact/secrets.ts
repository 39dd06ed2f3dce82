import { SecretSearch } from './secret-search.ts'

/** The text that replaces a secret. */
export const redacted = '[redacted]'

/** The fewest characters of a secret: a shorter text occurs by chance, so that redacting it would make figures and words unreadable. */
export const shortestSecret = 4

// The secrets of this thread, each with the number of those who keep it.
const kept = new Map<string, number>()
let search: SecretSearch | undefined

/**
 * Has secrets replaced in every text of this thread from now on, until the returned function is called; those of less than 4 characters are not.
 *
 * Texts are cut in many places, long before anybody shows them, so each of these places must know the secrets.
 */
export function keepSecrets(secrets: readonly string[]): () => void {
  const added = secrets.filter(({ length }) => length >= shortestSecret)
  count(added, 1)
  return () => count(added.splice(0), -1)
}

function count(secrets: readonly string[], step: number): void {
  for (const secret of secrets) {
    const times = (kept.get(secret) ?? 0) + step
    if (times === 0) kept.delete(secret)
    else kept.set(secret, times)
  }
  if (secrets.length > 0) search = undefined
}

/** The secrets of this thread, to be kept in another one. */
export function keptSecrets(): readonly string[] {
  return [...kept.keys()]
}

function searchOfThread(): SecretSearch | undefined {
  if (search === undefined && kept.size > 0) search = new SecretSearch(keptSecrets())
  return search
}

/** Returns a function that replaces these secrets, instead of those of this thread, in every text of plain data. */
export function hidingSecrets(secrets: readonly string[]): <Data>(data: Data) => Data {
  const own = new SecretSearch(secrets.filter(({ length }) => length >= shortestSecret))
  return (data) => hide(data, own) as typeof data
}

/** Replaces the secrets of this thread in every text of plain data, including the names of keys. Data without a secret is not copied. */
export function hideSecrets<Data>(data: Data): Data {
  const secrets = searchOfThread()
  // Copies have the same shape as the data.
  return secrets === undefined ? data : (hide(data, secrets) as Data)
}

function hide(data: unknown, secrets: SecretSearch): unknown {
  if (typeof data === 'string') return data.length < shortestSecret ? data : secrets.replace(data, redacted)
  if (typeof data !== 'object' || data === null || ArrayBuffer.isView(data)) return data
  if (data instanceof Map) return new Map([...data].map(([key, value]) => [hide(key, secrets), hide(value, secrets)]))
  if (data instanceof Set) return new Set([...data].map((value) => hide(value, secrets)))
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

/** Leaves out the end of a text that was cut, as far as it may be the beginning of a secret. */
export function withoutBegunSecret(text: string): string {
  return searchOfThread()?.dropBegun(text) ?? text
}
