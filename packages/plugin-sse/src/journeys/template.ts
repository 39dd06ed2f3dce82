const placeholder = /\{([a-z]+)(?::x(\d+))?\}/g

/** A text with placeholders. */
export type Template = (values: Readonly<Record<string, string | number>>) => string

/**
 * Reads a text with placeholders such as `{index}`; `{index:x64}` is the number in hexadecimal, filled up with zeros to 64 digits.
 *
 * @param known what may stand in it; any other pair of braces stays as it is
 */
export function readTemplate(text: string, known: readonly string[]): Template {
  const parts: (string | { readonly name: string; readonly digits: number })[] = []
  let from = 0
  for (const match of text.matchAll(placeholder)) {
    const [whole, name = '', digits = '0'] = match
    if (!known.includes(name)) continue
    parts.push(text.slice(from, match.index), { name, digits: Number(digits) })
    from = match.index + whole.length
  }
  parts.push(text.slice(from))
  return (values) => {
    let filled = ''
    for (const part of parts) filled += typeof part === 'string' ? part : show(values[part.name] ?? '', part.digits)
    return filled
  }
}

function show(value: string | number, digits: number): string {
  return digits > 0 && typeof value === 'number' ? value.toString(16).padStart(digits, '0') : String(value)
}
