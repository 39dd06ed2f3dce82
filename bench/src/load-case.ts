/** One shape of load that every peer is measured with. */
export interface LoadCase {
  /** Connections and pipelining, such as `500x10`. */
  readonly name: string
  readonly connections: number
  readonly pipelining: number
}

/** The shapes of the `http` suite: deep queues, many connections, few connections. */
export const loadCases: readonly LoadCase[] = [
  { name: '500x10', connections: 500, pipelining: 10 },
  { name: '500x1', connections: 500, pipelining: 1 },
  { name: '50x1', connections: 50, pipelining: 1 },
]
