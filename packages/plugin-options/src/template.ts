const placeholders = /\{([a-z]+)\}/g

/** The values of placeholders, by name. */
export type TemplateValues = Readonly<Record<string, string | number>>

/** Returns a value with its placeholders filled in; a placeholder without a value stays as it is, like any other pair of braces. */
export type Template<Value> = (values: TemplateValues) => Value

/**
 * Compiles a value with placeholders such as `{user}` in its texts, at any depth, to be filled in often.
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

function readText(text: string): Template<string> {
  // The texts between placeholders, and the names of these, by turns.
  const parts = text.split(placeholders)
  if (parts.length === 1) return () => text
  return (values) => {
    let filled = ''
    for (const [index, part] of parts.entries()) filled += index % 2 === 0 ? part : fill(part, values)
    return filled
  }
}

function fill(name: string, values: TemplateValues): string | number {
  return (Object.hasOwn(values, name) ? values[name] : undefined) ?? `{${name}}`
}
