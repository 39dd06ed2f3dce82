import * as v from 'valibot'

/** Joins all texts in the values of an event, any of which may contain a stamp; bytes are read as text. */
export function textOf(values: readonly unknown[]): string {
  const [first] = values
  if (values.length === 1 && typeof first === 'string') return first
  const texts: string[] = []
  collect(values, texts)
  return texts.join('\n')
}

function collect(value: unknown, texts: string[]): void {
  if (typeof value === 'string') texts.push(value)
  else if (typeof value !== 'object' || value === null) return
  else if (value instanceof Uint8Array) texts.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('latin1'))
  else if (value instanceof ArrayBuffer) texts.push(Buffer.from(value).toString('latin1'))
  else for (const inner of Object.values(value)) collect(inner, texts)
}

/** The schema of the name of an event. */
export const eventName: v.GenericSchema<string> = v.custom(
  (value) => typeof value === 'string' && value !== '',
  'must be the name of an event',
)
