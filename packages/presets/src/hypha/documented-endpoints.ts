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
