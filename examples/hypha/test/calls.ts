import { expect } from 'vitest'

/** A request by its path below `/default/services`, and what must come back. */
export type Call = readonly [request: string, status: number, answer: unknown]

const timestamp: unknown = expect.any(Number)

/** Every function of every service as it is documented. */
export const documentedCalls: readonly Call[] = [
  ['benchmark-service/math.multiply?a=9&b=22', 200, { result: 198 }],
  ['benchmark-service/math.add?a=15&b=30', 200, { result: 45 }],
  ['benchmark-service/string.upper?s=performance', 200, { result: 'PERFORMANCE' }],
  ['benchmark-service/echo?message=benchmark', 200, { message: 'benchmark', timestamp }],
  ['benchmark-service/status', 200, { status: 'ok', server: 'single-instance', timestamp }],
  ['max-throughput-service/ping', 200, { result: 'pong' }],
  ['max-throughput-service/add?a=5&b=7', 200, { result: 12 }],
  ['max-throughput-service/multiply?a=3&b=4', 200, { result: 12 }],
  ['max-throughput-service/square?n=8', 200, { result: 64 }],
  ['max-throughput-service/double?n=15', 200, { result: 30 }],
  ['max-throughput-service/math.add?a=9&b=22', 200, { result: 31 }],
  ['max-throughput-service/math.multiply?a=9&b=22', 200, { result: 198 }],
  ['max-throughput-service/math.power?base=2&exp=3', 200, { result: 8 }],
  ['max-throughput-service/math.sqrt?n=16', 200, { result: 4 }],
  ['max-throughput-service/math.abs?n=-10', 200, { result: 10 }],
  ['max-throughput-service/string.length?s=hello', 200, { result: 5 }],
  ['max-throughput-service/string.upper?s=world', 200, { result: 'WORLD' }],
  ['max-throughput-service/array.length?size=10', 200, { result: 10 }],
  ['max-throughput-service/info', 200, { service: 'max-throughput-service', server: 'single-instance', timestamp }],
  ['stress-test-service/echo?message=StressTest', 200, { message: 'StressTest', timestamp }],
  ['stress-test-service/add?a=15&b=25', 200, { result: 40 }],
  ['stress-test-service/multiply?a=7&b=9', 200, { result: 63 }],
  ['stress-test-service/math.add?a=9&b=22', 200, { result: 31 }],
  ['stress-test-service/math.multiply?a=9&b=22', 200, { result: 198 }],
  ['stress-test-service/math.power?base=2&exponent=10', 200, { result: 1024 }],
  ['stress-test-service/math.factorial?n=5', 200, { result: 120 }],
  ['stress-test-service/processArray?size=50', 200, { size: 50, sum: 2450, average: 49 }],
  ['stress-test-service/processString?text=Hello&repeat=5', 200, { result: 'HELLOHELLOHELLOHELLOHELLO', length: 25 }],
  ['stress-test-service/fibonacci?n=15', 200, { result: 610 }],
  ['stress-test-service/ws/echo?msg=WorkspaceTest', 200, { message: 'WorkspaceTest', timestamp }],
]

/** What is nobody's, and what functions do not take. */
export const otherCalls: readonly Call[] = [
  ['benchmark-service/nope', 404, { success: false, detail: 'Function nope not found' }],
  ['benchmark-service/constructor', 404, { success: false, detail: 'Function constructor not found' }],
  ['nope/math.add?a=1&b=2', 404, { success: false, detail: 'Service nope not found' }],
  ['nope', 404, { success: false, detail: 'Service nope not found' }],
  ['root:benchmark-service/math.add?a=1&b=2', 200, { result: 3 }],
  ['root%3Abenchmark-service/math%2Eadd?b=2&a=-1.5', 200, { result: 0.5 }],
  ['benchmark-service/string.upper?s=%C3%A9+b%26', 200, { result: 'É B&' }],
  ['benchmark-service/math.add?a=x&b=2', 200, { result: null }],
  ['benchmark-service/math.add?a=1', 400, { success: false, detail: 'Function math.add needs b' }],
  ['benchmark-service/math.add', 400, { success: false, detail: 'Function math.add needs a and b' }],
  ['stress-test-service/fibonacci?n=79', 400, { success: false, detail: 'n must be a whole number from 0 to 78' }],
  ['stress-test-service/math.factorial?n=-1', 400, { success: false, detail: 'n must be a whole number from 0 to 18' }],
  ['max-throughput-service/array.length?size=1e9', 400, { success: false, detail: 'size must be a whole number from 0 to 100000' }],
]
