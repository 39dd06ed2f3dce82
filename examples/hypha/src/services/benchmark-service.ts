import { createService, ofNothing } from '../service.ts'
import type { Service } from '../service.ts'
import { add, echo, inObject, multiply, upper } from './functions.ts'

/** The service by which the single instance and the cluster are compared; `server` is the name of the process in `status`. */
export function createBenchmarkService(server: string): Service {
  return createService('benchmark-service', 'Benchmark Service', 'Five functions by which single instance and cluster are compared', {
    'math.multiply': inObject(multiply),
    'math.add': inObject(add),
    'string.upper': inObject(upper),
    echo: echo('message'),
    status: ofNothing(() => ({ status: 'ok', server, timestamp: Date.now() })),
  })
}
