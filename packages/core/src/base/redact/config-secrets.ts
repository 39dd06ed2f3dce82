import { isSecretName } from './redact-text.ts'

// A shorter value is as likely a word as a secret: `TOKEN=true`.
const leastVariable = 8

/** The values of variables whose names suggest a secret, other than those of fewer than 8 characters. */
export function secretVariables(variables: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.entries(variables).flatMap(([name, value = '']) => (isSecretName(name) && value.length >= leastVariable ? [value] : []))
}

/**
 * The secrets of a config, a list of configs or a suite, however wrong they are: the values under `secrets`; and, from 8 characters on, those of headers
 * and of variables of a target whose names suggest a secret, and the passwords in URLs. A target that repeats them does so in any form.
 */
export function secretsOf(config: unknown): readonly string[] {
  const seen = new Set<unknown>()
  const find = (value: unknown, key: string): readonly string[] => {
    if (typeof value === 'string') return passwordOf(value)
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return []
    if (value instanceof URL) return passwordOf(value.href)
    const entries = value instanceof Map ? [...value] : Object.entries(value)
    const own = ownSecrets(entries, key)
    if (seen.has(value)) return own
    seen.add(value)
    const inner = entries.flatMap(([name, each]: [unknown, unknown]) => find(each, Array.isArray(value) ? key : String(name)))
    return [...own, ...inner]
  }
  return [...new Set(find(config, ''))]
}

function ownSecrets(entries: readonly (readonly [unknown, unknown])[], key: string): readonly string[] {
  if (key === 'secrets') return entries.flatMap(([, value]) => (typeof value === 'string' ? [value] : []))
  const isHeaders = key.toLowerCase() === 'headers'
  if (!isHeaders && key !== 'env') return []
  const named = Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  const values = secretVariables(named)
  return isHeaders ? values.flatMap(partsOfHeader) : values
}

/** The value of a header, and the credentials and the cookies in it, which may be repeated alone. */
function partsOfHeader(value: string): readonly string[] {
  const words = value.split(/[\s;]+/)
  const parts = words.flatMap((word) => [word, word.slice(word.indexOf('=') + 1)])
  const password = /^basic\s/i.test(value)
    ? parts.map((part) =>
        Buffer.from(part, 'base64')
          .toString()
          .replace(/^[^:]*:/, ''),
      )
    : []
  return [value, ...[...parts, ...password].filter(({ length }) => length >= leastVariable)]
}

function passwordOf(text: string): readonly string[] {
  const password = /^[a-z][a-z\d+.-]{0,20}:\/\/[^/?#@:]*:([^/?#@]+)@/i.exec(text)?.[1] ?? ''
  return password.length < leastVariable ? [] : [password, decode(password)]
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
