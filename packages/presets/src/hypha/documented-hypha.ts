/** The published figures of one row: requests per second, and milliseconds. */
export interface DocumentedRow {
  readonly throughput: number
  readonly mean?: number
  readonly min?: number
  readonly max?: number
}

/** The level of the light load performance. */
export const lightest = 'Light Load'

/** The load levels of the comparison; each is run for each of the five endpoints. */
export const loadLevels: readonly Level[] = [
  { name: lightest, requests: 1000, concurrency: 10 },
  { name: 'Medium Load', requests: 5000, concurrency: 50 },
  { name: 'Heavy Load', requests: 10_000, concurrency: 100 },
  { name: 'Extreme Load', requests: 20_000, concurrency: 200 },
  { name: 'Maximum Load', requests: 50_000, concurrency: 500 },
]

/** A load level: the number of requests, and the number at a time. */
export interface Level {
  readonly name: string
  readonly requests: number
  readonly concurrency: number
}

/** The levels of 14 endpoints in turn, with the row of "Concurrent Load Performance". */
export const maxLevels: readonly (Level & { readonly documented: DocumentedRow })[] = [
  { name: 'Max 50', requests: 5000, concurrency: 50, documented: { throughput: 8018, mean: 4.95 } },
  { name: 'Max 100', requests: 10_000, concurrency: 100, documented: { throughput: 7732, mean: 9.37 } },
  { name: 'Max 200', requests: 25_000, concurrency: 200, documented: { throughput: 8453, mean: 15.68 } },
  { name: 'Max 500', requests: 50_000, concurrency: 500, documented: { throughput: 9875, mean: 32.04 } },
]

/** The levels of 13 endpoints, shuffled; `requests` counts those of all endpoints. */
export const mixLevels: readonly (Level & { readonly documented: DocumentedRow })[] = [
  { name: 'Light Mix', requests: 650, concurrency: 5, documented: { throughput: 6435, mean: 0.61 } },
  { name: 'Medium Mix', requests: 1300, concurrency: 10, documented: { throughput: 9774, mean: 0.8 } },
  { name: 'Heavy Mix', requests: 1950, concurrency: 20, documented: { throughput: 10_209, mean: 1.54 } },
]

/** The level of each endpoint alone. */
export const individualLevel: Level = { name: 'Individual', requests: 500, concurrency: 50 }

/** The published figures of each endpoint alone, at {@link individualLevel}. */
export const individualRows: readonly DocumentedRow[] = [
  { throughput: 11_363, mean: 3.33, min: 2, max: 4.8 },
  { throughput: 13_513, mean: 2.99, min: 1.92, max: 4.33 },
  { throughput: 13_157, mean: 3.11, min: 2.2, max: 3.8 },
]

/** Bursts of one endpoint; only the last was published. */
export const burstLevels: readonly (Level & { readonly documented?: DocumentedRow })[] = [
  { name: 'Burst 50', requests: 1000, concurrency: 50 },
  { name: 'Burst 100', requests: 2000, concurrency: 100 },
  { name: 'Burst 200', requests: 5000, concurrency: 200 },
  { name: 'Burst 500', requests: 10_000, concurrency: 500 },
  { name: 'Burst 1000', requests: 20_000, concurrency: 1000, documented: { throughput: 13_204, mean: 47.13 } },
]

/** The published figures of one side: requests per second, and milliseconds. */
export interface SideFigures {
  readonly peak: number
  readonly average: number
  readonly responseTime: number
  /** Share of the requests that succeeded, 0 to 1. */
  readonly success: number
  /** Average throughput of the lightest level. */
  readonly light: number
}

/** The published comparison. */
export const documentedSides: { readonly single: SideFigures; readonly cluster: SideFigures } = {
  single: { peak: 15_513, average: 12_163, responseTime: 10.78, success: 1, light: 10_287 },
  cluster: { peak: 11_004, average: 4513, responseTime: 54.57, success: 1, light: 1671 },
}

/** The published rows of some levels. */
export const documentedLevels: Readonly<Record<string, Readonly<Record<'single' | 'cluster', DocumentedRow>>>> = {
  'Light Load': { single: { throughput: 10_287 }, cluster: { throughput: 1671 } },
  'Heavy Load': { single: { throughput: 12_910, mean: 6.57 }, cluster: { throughput: 5477, mean: 33.25 } },
}

/** The best run of each side, with its concurrency. */
export const documentedPeaks: Readonly<
  Record<'single' | 'cluster', Required<Pick<DocumentedRow, 'throughput' | 'mean'>> & { readonly concurrency: number }>
> = {
  single: { throughput: 15_513, mean: 21.6, concurrency: 500 },
  cluster: { throughput: 11_004, mean: 28.76, concurrency: 500 },
}

/** One request of the published tests: a function of a service, and its expected response. */
export interface Endpoint {
  /** Name in the document. */
  readonly name: string
  /** The service, where it differs from that of the case. */
  readonly service?: string
  /** Path below the service; empty for the service itself. */
  readonly path: string
  /** JSON that the response must contain: one of these, where several are right. */
  readonly responses: readonly [unknown, ...unknown[]]
}

const endpoint = (path: string, value: unknown, name = path): Endpoint => ({ name, path, responses: [value] })

const result = (path: string, value: unknown, name = path): Endpoint => endpoint(path, { result: value }, name)

/**
 * A function of `stress-test-service` for which two responses are right.
 *
 * Two published scripts register different services by that name: the service of the endpoints responds `198`, that of the bursts `{"result":198}`. A running
 * server may have either service.
 */
const bareOrResult = (path: string, value: unknown): Endpoint => ({ name: path, path, responses: [value, { result: value }] })

/** The endpoints of the comparison of single instance and cluster, in `benchmark-service`. */
export const benchmarkEndpoints: readonly Endpoint[] = [
  result('math.multiply?a=9&b=22', 198, 'Math Multiply'),
  result('math.add?a=15&b=30', 45, 'Math Add'),
  result('string.upper?s=performance', 'PERFORMANCE', 'String Upper'),
  endpoint('echo?message=benchmark', { message: 'benchmark' }, 'Echo'),
  endpoint('status', { status: 'ok' }, 'Status'),
]

/** The endpoints of the search for the maximum throughput, in `max-throughput-service`. */
export const maxThroughputEndpoints: readonly Endpoint[] = [
  endpoint('ping', { pong: true }),
  result('add?a=5&b=7', 12),
  result('multiply?a=3&b=4', 12),
  result('square?n=8', 64),
  result('double?n=15', 30),
  result('math.add?a=9&b=22', 31),
  result('math.multiply?a=9&b=22', 198),
  result('math.power?base=2&exp=3', 8),
  result('math.sqrt?n=16', 4),
  result('math.abs?n=-10', 10),
  result('string.length?s=hello', 5),
  result('string.upper?s=world', 'WORLD'),
  result('array.length?size=10', 10),
  endpoint('info', { service: 'max-throughput' }),
]

/** The endpoints of all kinds of functions, in `stress-test-service`, and those of every workspace. */
export const stressEndpoints: readonly Endpoint[] = [
  endpoint('', { id: 'stress-test-service' }, 'service info'),
  endpoint('echo?message=StressTest', { echo: 'StressTest' }),
  result('add?a=15&b=25', 40),
  result('multiply?a=7&b=9', 63),
  bareOrResult('math.add?a=9&b=22', 31),
  bareOrResult('math.multiply?a=9&b=22', 198),
  bareOrResult('math.power?base=2&exponent=10', 1024),
  bareOrResult('math.factorial?n=5', 120),
  endpoint('processArray?size=50', { size: 50, sum: 1275, average: 25.5 }),
  endpoint('processString?text=Hello&repeat=5', { repeated: 'HelloHelloHelloHelloHello', length: 25 }),
  endpoint('getServerInfo', { name: 'Stress Test Service', version: '1.0.0', platform: 'Deno' }),
  result('fibonacci?n=15', 610),
  { ...endpoint('echo?msg=WorkspaceTest', 'WorkspaceTest', 'ws/echo?msg=WorkspaceTest'), service: 'ws' },
]

/** The endpoints that were tested one at a time, in `stress-test-service`. */
export const individualEndpoints: readonly Endpoint[] = [
  bareOrResult('math.multiply?a=9&b=22', 198),
  bareOrResult('math.add?a=15&b=30', 45),
  endpoint('echo?message=Performance', { echo: 'Performance' }),
]
