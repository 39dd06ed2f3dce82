/** A request by its path below `/default/services`, and the expected response. */
export type Call = readonly [request: string, status: number, response: unknown]

/** Calls of unknown services and functions, and calls with wrong arguments. */
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
  ['stress-test-service/add?a=x&b=2', 200, { result: null, operation: 'addition' }],
  ['stress-test-service/math.add?a=x&b=2', 200, null],
  ['stress-test-service/processString?text=a+b&repeat=0', 200, { original: 'a b', repeated: '', length: 0, upperCase: '', wordCount: 1 }],
  ['stress-test-service/fibonacci?n=79', 400, { success: false, detail: 'n must be a whole number from 0 to 78' }],
  ['stress-test-service/math.factorial?n=-1', 400, { success: false, detail: 'n must be a whole number from 0 to 18' }],
  ['max-throughput-service/array.length?size=1e9', 400, { success: false, detail: 'size must be a whole number from 0 to 100000' }],
]
