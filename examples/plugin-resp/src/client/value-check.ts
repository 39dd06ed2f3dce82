import type { GetOptions } from '../redis-client.ts'

/** The result of a check of a value. */
export type ValueResult = 'right' | 'nil' | 'wrong'

/** Compares the value of a key with the expected one, byte for byte. */
export function checkValue(value: string | Buffer | null, expected: string | Buffer | null, { nil = false }: GetOptions): ValueResult {
  if (value === null) return expected === null || nil ? 'nil' : 'wrong'
  if (expected === null) return 'wrong'
  if (typeof value === 'string' && typeof expected === 'string') return value === expected ? 'right' : 'wrong'
  return toBytes(value).equals(toBytes(expected)) ? 'right' : 'wrong'
}

function toBytes(value: string | Buffer): Buffer {
  return typeof value === 'string' ? Buffer.from(value) : value
}
