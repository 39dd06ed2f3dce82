import { createHash } from 'node:crypto'

/** The format of client ids: `any`, as in the published test, or `hex64`, which some bridges demand. */
type IdFormat = 'any' | 'hex64'

/** The ids of a test: their seed, number and format. */
export interface ClientIds {
  readonly seed: number
  readonly count: number
  readonly format: IdFormat
}

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const lettersInId = 50
const known = new Map<string, readonly string[]>()

/** Makes the ids of all clients of a test, once in each thread and the same in all of them. */
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
