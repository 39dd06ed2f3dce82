import { createHash } from 'node:crypto'

/** The ids of a test: their seed, number and format, which is `any`, as in the published test, or `hex64`, which some bridges demand. */
export interface ClientIds {
  readonly seed: number
  readonly count: number
  readonly format: 'any' | 'hex64'
}

const known = new Map<string, readonly string[]>()

/** Makes the ids of all clients of a test, once in each thread and the same in all of them. */
export function clientIds({ seed, count, format }: ClientIds): readonly string[] {
  const key = `${seed} ${count} ${format}`
  const ids = known.get(key) ?? Array.from({ length: count }, (_, index) => makeId(`${seed} ${index}`, index, format))
  known.set(key, ids)
  return ids
}

// A published id is its number and 50 letters.
function makeId(text: string, index: number, format: ClientIds['format']): string {
  if (format === 'hex64') return createHash('sha256').update(text).digest('hex')
  const letters = createHash('sha512')
    .update(text)
    .digest('base64')
    .replaceAll(/[^a-zA-Z]/g, '')
  return `id_${index}_${letters.padEnd(50, 'x').slice(0, 50)}`
}
