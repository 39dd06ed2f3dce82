/** One level of a sweep as it was published. Times in milliseconds. */
export interface DocumentedLevel {
  readonly users: number
  readonly requestsPerSecond: number
  readonly p50: number
  readonly p90: number
  readonly p99: number
  /** Share of requests, 0 to 1. */
  readonly errors: number
}

/** The parts of the document whose load is swept. */
export type SweptPart = 'kv' | 'replication'

function level(users: number, requestsPerSecond: number, ...[p50, p90, p99]: readonly [number, number, number]): DocumentedLevel {
  return { users, requestsPerSecond, p50, p90, p99, errors: 0 }
}

/** The sweeps that were published, of 60 seconds each. */
export const documentedSweeps: Readonly<Record<SweptPart, readonly DocumentedLevel[]>> = {
  kv: [
    level(10, 480.55, 0.45, 1.14, 1.79),
    level(20, 952.29, 0.59, 1.56, 4.45),
    level(30, 1433.89, 0.52, 1.42, 4.07),
    level(40, 1914.1, 0.55, 1.49, 2.8),
  ],
  replication: [
    level(10, 252.21, 0.85, 16.81, 24.31),
    level(20, 447.86, 1.03, 33.06, 41.79),
    level(30, 604.03, 1.62, 47.13, 59.2),
    level(40, 753.38, 1.85, 55.34, 68.23),
  ],
}

/** Requests of an iteration, each of which is followed by its sleep. */
export const requestsOfIteration: Readonly<Record<SweptPart, number>> = { kv: 5, replication: 3 }

/** One operation of the comparison with Redis, as it was published. Times in milliseconds. */
export interface DocumentedOperation {
  readonly redis: number
  readonly toska: number
  readonly latency: { readonly mean: number; readonly p50: number; readonly p90: number; readonly p99: number; readonly errors: number }
}

/** The comparison with Redis: 100,000 operations, 50 at a time, values of 128 bytes, 10,000 keys. */
export const documentedComparison: { readonly write: DocumentedOperation; readonly read: DocumentedOperation } = {
  write: { redis: 259_067.36, toska: 20_375.35, latency: { mean: 2.44, p50: 2.33, p90: 2.96, p99: 4.41, errors: 0 } },
  read: { redis: 242_130.77, toska: 28_522, latency: { mean: 1.75, p50: 1.66, p90: 2.09, p99: 2.84, errors: 0 } },
}
