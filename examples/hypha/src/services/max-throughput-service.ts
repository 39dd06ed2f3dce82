import { createService, ofNothing, ofNumbers, ofText } from '../service.ts'
import type { Service } from '../service.ts'
import { add, countUpTo, inObject, multiply, power, upper } from './functions.ts'

/** The service of the search for the maximum throughput. */
export function createMaxThroughputService(): Service {
  return createService('max-throughput-service', 'Max Throughput Service', 'Functions that cost next to nothing', {
    ping: ofNothing(() => ({ pong: true, timestamp: Date.now() })),
    add: inObject(add),
    multiply: inObject(multiply),
    square: inObject(ofNumbers(['n'], (n = 0) => n * n)),
    double: inObject(ofNumbers(['n'], (n = 0) => n * 2)),
    'math.add': inObject(add),
    'math.multiply': inObject(multiply),
    'math.power': inObject(power('exp')),
    'math.sqrt': inObject(ofNumbers(['n'], (n = 0) => Math.sqrt(n))),
    'math.abs': inObject(ofNumbers(['n'], (n = 0) => Math.abs(n))),
    'string.length': inObject(ofText('s', (text) => text.length)),
    'string.upper': inObject(upper),
    'array.length': inObject(ofNumbers(['size'], (size = 0) => Array.from({ length: countUpTo(longest, 'size', size) }).length)),
    info: ofNothing(() => ({ service: 'max-throughput', version: '1.0.0', timestamp: Date.now(), ready: true })),
  })
}

const longest = 100_000
