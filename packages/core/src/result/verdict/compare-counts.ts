import { formatCount } from './figures.ts'

/** Says how far a count is from the one it must equal: `1,000, 1 too few`. */
export function compareCounts(found: number, expected: number): string {
  const difference = formatCount(Math.abs(found - expected))
  return `${formatCount(found)}, ${difference} too ${found > expected ? 'many' : 'few'}`
}
