/** What the comparison with Redis writes and reads, on both sides. */
export interface BenchOptions {
  readonly keySpace: number
  /** Length of a value. */
  readonly valueSize: number
}

/** The name of a key by its number. */
export function benchKey(index: number): string {
  return `bench_${index}`
}

/** The value that every key has. */
export function benchValue({ valueSize }: BenchOptions): string {
  return 'x'.repeat(valueSize)
}
