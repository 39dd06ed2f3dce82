const placeholders = /\{([a-z]+)(?::x(\d+))?\}/g

/** The values of placeholders, by name. */
export type TemplateValues = Readonly<Record<string, string | number>>

/** Returns a value with its placeholders filled in; a placeholder without a value stays as it is, like any other pair of braces. */
export type Template<Value> = (values: TemplateValues) => Value

/**
 * Compiles a value with placeholders such as `{user}` in its texts, at any depth, to be filled in often.
 *
 * `{index:x64}` is a number in hexadecimal, padded with zeros to 64 digits.
 */
export function readTemplate<Value>(value: Value): Template<Value> {
  return read(value) as Template<Value>
}

/** Whether a text, or a value with texts at any depth, contains a placeholder. */
export function hasPlaceholder(value: unknown, name: string): boolean {
  if (typeof value === 'string') return value.includes(`{${name}}`)
  return typeof value === 'object' && value !== null && Object.values(value).some((inner) => hasPlaceholder(inner, name))
}

function read(value: unknown): Template<unknown> {
  if (typeof value === 'string') return readText(value)
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return () => value
  if (Array.isArray(value)) {
    const parts = value.map(read)
    return (values) => parts.map((part) => part(values))
  }
  const members = Object.entries(value).map(([key, inner]: [string, unknown]) => [key, read(inner)] as const)
  return (values) => Object.fromEntries(members.map(([key, part]) => [key, part(values)]))
}

interface Blank {
  /** The placeholder as it was written. */
  readonly whole: string
  readonly name: string
  /** Hexadecimal digits; 0 for a value as it is. */
  readonly digits: number
}

function readText(text: string): Template<string> {
  const parts: (string | Blank)[] = []
  let from = 0
  for (const match of text.matchAll(placeholders)) {
    const [whole, name = '', digits = '0'] = match
    parts.push(text.slice(from, match.index), { whole, name, digits: Number(digits) })
    from = match.index + whole.length
  }
  if (parts.length === 0) return () => text
  parts.push(text.slice(from))
  return (values) => {
    let filled = ''
    for (const part of parts) filled += typeof part === 'string' ? part : fill(part, values)
    return filled
  }
}

function fill({ whole, name, digits }: Blank, values: TemplateValues): string | number {
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  if (value === undefined) return whole
  return digits > 0 && typeof value === 'number' ? value.toString(16).padStart(digits, '0') : value
}
