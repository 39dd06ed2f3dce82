/** One request of the published tests: a function of a service, and its expected response. */
export interface HyphaEndpoint {
  /** Name in the document. */
  readonly name: string
  readonly service: string
  /** Path below the service; empty for the service itself. */
  readonly path: string
  /** JSON that the response must contain: one of these, where several are right. */
  readonly responses: readonly [unknown, ...unknown[]]
}

type Described = readonly [path: string, responses: readonly [unknown, ...unknown[]], name?: string, service?: string]

function endpointsOf(service: string, described: readonly Described[]): readonly HyphaEndpoint[] {
  return described.map(([path, responses, name = path, own = service]) => ({ name, service: own, path, responses }))
}

const result = (value: unknown): readonly [unknown] => [{ result: value }]

// Two published scripts register different services as `stress-test-service`: that of the endpoints responds `198`, that of the bursts `{"result":198}`.
const bareOrResult = (value: unknown): readonly [unknown, unknown] => [value, { result: value }]

/** The endpoints of the comparison of single instance and cluster. */
export const benchmarkEndpoints: readonly HyphaEndpoint[] = endpointsOf('benchmark-service', [
  ['math.multiply?a=9&b=22', result(198), 'Math Multiply'],
  ['math.add?a=15&b=30', result(45), 'Math Add'],
  ['string.upper?s=performance', result('PERFORMANCE'), 'String Upper'],
  ['echo?message=benchmark', [{ message: 'benchmark' }], 'Echo'],
  ['status', [{ status: 'ok' }], 'Status'],
])

/** The endpoints of the search for the maximum throughput. */
export const maxThroughputEndpoints: readonly HyphaEndpoint[] = endpointsOf('max-throughput-service', [
  ['ping', [{ pong: true }]],
  ['add?a=5&b=7', result(12)],
  ['multiply?a=3&b=4', result(12)],
  ['square?n=8', result(64)],
  ['double?n=15', result(30)],
  ['math.add?a=9&b=22', result(31)],
  ['math.multiply?a=9&b=22', result(198)],
  ['math.power?base=2&exp=3', result(8)],
  ['math.sqrt?n=16', result(4)],
  ['math.abs?n=-10', result(10)],
  ['string.length?s=hello', result(5)],
  ['string.upper?s=world', result('WORLD')],
  ['array.length?size=10', result(10)],
  ['info', [{ service: 'max-throughput' }]],
])

/** The endpoints of all kinds of functions, and one of every workspace. */
export const stressEndpoints: readonly HyphaEndpoint[] = endpointsOf('stress-test-service', [
  ['', [{ id: 'stress-test-service' }], 'service info'],
  ['echo?message=StressTest', [{ echo: 'StressTest' }]],
  ['add?a=15&b=25', result(40)],
  ['multiply?a=7&b=9', result(63)],
  ['math.add?a=9&b=22', bareOrResult(31)],
  ['math.multiply?a=9&b=22', bareOrResult(198)],
  ['math.power?base=2&exponent=10', bareOrResult(1024)],
  ['math.factorial?n=5', bareOrResult(120)],
  ['processArray?size=50', [{ size: 50, sum: 1275, average: 25.5 }]],
  ['processString?text=Hello&repeat=5', [{ repeated: 'HelloHelloHelloHelloHello', length: 25 }]],
  ['getServerInfo', [{ name: 'Stress Test Service', version: '1.0.0', platform: 'Deno' }]],
  ['fibonacci?n=15', result(610)],
  ['echo?msg=WorkspaceTest', ['WorkspaceTest'], 'ws/echo?msg=WorkspaceTest', 'ws'],
])

/** The endpoints that were tested one at a time; the first is that of the bursts, too. */
export const individualEndpoints: readonly HyphaEndpoint[] = endpointsOf('stress-test-service', [
  ['math.multiply?a=9&b=22', bareOrResult(198)],
  ['math.add?a=15&b=30', bareOrResult(45)],
  ['echo?message=Performance', [{ echo: 'Performance' }]],
])
