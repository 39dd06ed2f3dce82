import type { ResponseHead } from '../../wire/response-head.ts'

/** Status and reason phrase, such as `503 Service Unavailable`. */
export function statusOf({ status, reason }: ResponseHead): string {
  return `${status} ${reason}`.trimEnd()
}

/** The value of a header by its name in lower case, the first one; `undefined` when there is none. */
export function fieldOf({ headers }: ResponseHead, name: string): string | undefined {
  for (let i = 0; i < headers.length; i += 2) {
    // Lengths first: no other name is looked at.
    if (headers[i]?.length === name.length && headers[i]?.toLowerCase() === name) return headers[i + 1]
  }
  return undefined
}

/** All values of a header by its name in lower case. */
export function fieldsOf({ headers }: ResponseHead, name: string): string[] {
  return headers.filter((_, index) => index % 2 === 1 && headers[index - 1]?.toLowerCase() === name)
}

/** All headers by their names in lower case, values of one name joined by `, `. */
export function fieldRecord({ headers }: ResponseHead): Record<string, string> {
  const values = new Map<string, string>()
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i]?.toLowerCase() ?? ''
    const [before, value] = [values.get(name), headers[i + 1] ?? '']
    values.set(name, before === undefined ? value : `${before}, ${value}`)
  }
  return Object.fromEntries(values)
}

/** The charset that a content type names, in lower case; `undefined` for UTF-8, and where it names none. */
export function charsetOf(head: ResponseHead): string | undefined {
  const type = fieldOf(head, 'content-type')
  const charset = type === undefined ? undefined : /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(type)?.[1]?.toLowerCase()
  return charset === 'utf-8' || charset === 'utf8' ? undefined : charset
}
