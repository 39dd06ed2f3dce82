import { createHash } from 'node:crypto'

/** How the ids of clients look: `any`, as the published test has them, or `hex64`, which some bridges demand. */
export type IdFormat = 'any' | 'hex64'

/** Which ids a test has. */
export interface ClientIds {
  readonly seed: number
  readonly count: number
  readonly format: IdFormat
}

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const lettersInId = 50
const known = new Map<string, readonly string[]>()

/** The ids of all clients of a test: the same in every thread, made once in each. */
export function clientIds({ seed, count, format }: ClientIds): readonly string[] {
  const key = `${seed} ${count} ${format}`
  let ids = known.get(key)
  if (ids === undefined) known.set(key, (ids = Array.from({ length: count }, (_, index) => makeId(seed, index, format))))
  return ids
}

function makeId(seed: number, index: number, format: IdFormat): string {
  if (format === 'hex64') return createHash('sha256').update(`${seed} ${index}`).digest('hex')
  const bytes = createHash('sha512').update(`${seed} ${index}`).digest().subarray(0, lettersInId)
  return `id_${index}_${Array.from(bytes, (byte) => letters.charAt(byte % letters.length)).join('')}`
}
