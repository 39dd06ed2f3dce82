/** A failure that its message explains in full, so that no stack trace is printed. */
export class BenchError extends Error {
  override readonly name = 'BenchError'
}
