/** One request of the published tests: a function of a service, and what it must answer. */
export interface Endpoint {
  /** As the document calls it. */
  readonly name: string
  /** Below the service; empty for the service itself. */
  readonly path: string
  /** What the answer must have at least, as JSON. */
  readonly answer: unknown
}

const result = (path: string, value: unknown, name = path): Endpoint => ({ name, path, answer: { result: value } })

/** What the single instance and the cluster are compared by, in `benchmark-service`. */
export const benchmarkEndpoints: readonly Endpoint[] = [
  result('math.multiply?a=9&b=22', 198, 'Math Multiply'),
  result('math.add?a=15&b=30', 45, 'Math Add'),
  result('string.upper?s=performance', 'PERFORMANCE', 'String Upper'),
  { name: 'Echo', path: 'echo?message=benchmark', answer: { message: 'benchmark' } },
  { name: 'Status', path: 'status', answer: { status: 'ok' } },
]

/** What the maximum throughput was looked for with, in `max-throughput-service`. */
export const maxThroughputEndpoints: readonly Endpoint[] = [
  result('ping', 'pong'),
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
  { name: 'info', path: 'info', answer: { service: 'max-throughput-service' } },
]

/** All kinds of functions, in `stress-test-service`. */
export const stressEndpoints: readonly Endpoint[] = [
  { name: 'service info', path: '', answer: { id: 'stress-test-service' } },
  { name: 'echo?message=StressTest', path: 'echo?message=StressTest', answer: { message: 'StressTest' } },
  result('add?a=15&b=25', 40),
  result('multiply?a=7&b=9', 63),
  result('math.add?a=9&b=22', 31),
  result('math.multiply?a=9&b=22', 198),
  result('math.power?base=2&exponent=10', 1024),
  result('math.factorial?n=5', 120),
  { name: 'processArray?size=50', path: 'processArray?size=50', answer: { size: 50, sum: 2450, average: 49 } },
  {
    name: 'processString?text=Hello&repeat=5',
    path: 'processString?text=Hello&repeat=5',
    answer: { result: 'HELLOHELLOHELLOHELLOHELLO', length: 25 },
  },
  { name: 'getServerInfo', path: 'getServerInfo', answer: { server: 'single-instance' } },
  result('fibonacci?n=15', 610),
  { name: 'ws/echo?msg=WorkspaceTest', path: 'ws/echo?msg=WorkspaceTest', answer: { message: 'WorkspaceTest' } },
]

/** What was tried alone, in `stress-test-service`. */
export const individualEndpoints: readonly Endpoint[] = [
  result('math.multiply?a=9&b=22', 198),
  result('math.add?a=15&b=30', 45),
  { name: 'echo?message=Performance', path: 'echo?message=Performance', answer: { message: 'Performance' } },
]
