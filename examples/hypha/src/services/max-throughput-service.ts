import { createService, ofNothing, ofNumbers, ofText } from '../service.ts'
import type { Service } from '../service.ts'
import { add, countUpTo, multiply, power, upper } from './functions.ts'

/** What the maximum throughput is looked for with; `server` is what `info` calls the process. */
export function createMaxThroughputService(server: string): Service {
  return createService('max-throughput-service', 'Functions that cost next to nothing', {
    ping: ofNothing(() => 'pong'),
    add,
    multiply,
    square: ofNumbers(['n'], (n = 0) => n * n),
    double: ofNumbers(['n'], (n = 0) => n * 2),
    'math.add': add,
    'math.multiply': multiply,
    'math.power': power('exp'),
    'math.sqrt': ofNumbers(['n'], (n = 0) => Math.sqrt(n)),
    'math.abs': ofNumbers(['n'], (n = 0) => Math.abs(n)),
    'string.length': ofText('s', (text) => text.length),
    'string.upper': upper,
    'array.length': ofNumbers(['size'], (size = 0) => Array.from({ length: countUpTo(longest, 'size', size) }).length),
    info: ofNothing(() => ({ service: 'max-throughput-service', server, timestamp: Date.now() })),
  })
}

const longest = 100_000
