const named = /^([a-z][\w-]*)=(.*)$/i

/** Whether a text is the URL of a variant, such as `multi-core=localhost:3000`. */
export function isNamedUrl(text: string): boolean {
  return named.test(text)
}

/** The servers of variants by their names, as in `one=a:1 many=b:2,c:3`; `undefined` for URLs without names. */
export function namedUrls(text: string): Readonly<Record<string, readonly string[]>> | undefined {
  if (!isNamedUrl(text)) return undefined
  const parts = text.split(' ').map((part) => named.exec(part))
  return Object.fromEntries(parts.map((match) => [match?.[1] ?? '', splitUrls(match?.[2] ?? '')]))
}

/** All URLs of a setting, with those of all variants. */
export function allUrls(text: string | undefined): readonly string[] {
  if (text === undefined) return []
  const urls = namedUrls(text)
  return urls === undefined ? splitUrls(text) : Object.values(urls).flat()
}

/** Splits a list of servers at its commas, such as `localhost:8080,localhost:8081`. */
export function splitUrls(text: string): readonly string[] {
  return text.split(separator)
}

// Splits only at commas that are followed by another URL, because a path may contain commas.
const separator = /,\s*(?=https?:\/\/|:\d|[\w.-]+:\d)/i
