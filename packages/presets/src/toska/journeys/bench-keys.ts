import type { ToskaParameters } from '../toska-parameters.ts'

/** The keys and values of the comparison with Redis, the same on both sides. */
export type BenchOptions = Pick<ToskaParameters, 'keySpace' | 'valueSize'>

/** The name of a key by its number. */
export function benchKey(index: number): string {
  return `bench_${index}`
}

/** The value that every key has. */
export function benchValue({ valueSize }: BenchOptions): string {
  return 'x'.repeat(valueSize)
}
