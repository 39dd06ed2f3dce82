const placeholder = /\{([a-z]+)\}/g

/** What placeholders stand for. */
export type Values = Readonly<Record<string, string | number>>

/** Fills in placeholders such as `{user}` in all texts of a value; any other pair of braces stays as it is. */
export function fillIn<Value>(value: Value, values: Values): Value {
  return fill(value, values) as Value
}

/** Whether a placeholder stands somewhere in a value. */
export function hasPlaceholder(value: unknown, name: string): boolean {
  if (typeof value === 'string') return value.includes(`{${name}}`)
  return typeof value === 'object' && value !== null && Object.values(value).some((inner) => hasPlaceholder(inner, name))
}

function fill(value: unknown, values: Values): unknown {
  if (typeof value === 'string') return value.replaceAll(placeholder, (whole, name: string) => String(values[name] ?? whole))
  if (Array.isArray(value)) return value.map((inner: unknown) => fill(inner, values))
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]: [string, unknown]) => [key, fill(inner, values)]))
}
