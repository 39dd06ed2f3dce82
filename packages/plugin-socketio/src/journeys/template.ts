const placeholder = /\{([a-z]+)\}/

/** What placeholders stand for. */
export type Values = Readonly<Record<string, string | number>>

/** A value with placeholders such as `{user}` in its texts, to be filled in often; any other pair of braces stays as it is. */
export type Template<Value> = (values: Values) => Value

/** Reads a value with placeholders in all of its texts, at any depth. */
export function readTemplate<Value>(value: Value): Template<Value> {
  return read(value) as Template<Value>
}

/** Whether a placeholder stands somewhere in a value. */
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

// Split by what is captured, every other piece is a name.
function readText(text: string): Template<string> {
  const pieces = text.split(placeholder)
  if (pieces.length === 1) return () => text
  return (values) => {
    let filled = ''
    for (let index = 0; index < pieces.length; index++) {
      const piece = pieces[index] ?? ''
      if (index % 2 === 0) filled += piece
      else filled += Object.hasOwn(values, piece) ? values[piece] : `{${piece}}`
    }
    return filled
  }
}
