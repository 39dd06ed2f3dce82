import { InvalidFlagError } from '../flag.ts'

/**
 * Parses headers written as `Name: value` or `Name=value`; a repeated name has the later value.
 *
 * @throws InvalidFlagError when one has no name or no separator
 */
export function parseHeaders(texts: readonly string[]): Readonly<Record<string, string>> {
  const headers = new Map<string, readonly [string, string]>()
  for (const text of texts) {
    const match = /^\s*([^\s:=]+)\s*[:=]\s*(.*?)\s*$/s.exec(text)
    if (match === null) throw new InvalidFlagError('must be written as "Name: value" or "Name=value"', { shown: showName(text) })
    const [, name = '', value = ''] = match
    headers.set(name.toLowerCase(), [name, value])
  }
  return Object.fromEntries(headers.values())
}

// A text that is not a header name may be a value, which can be a secret.
function showName(text: string): string {
  return /^\s*([a-z][a-z-]{0,30})(?![^\s])/i.exec(text)?.[1] ?? '…'
}
