import type { ResolvedMicrobenchmark } from '../config/resolved-microbenchmark.ts'
import { listCases } from './list-cases.ts'
import type { FunctionsPlan, TestPlan } from './plan-test.ts'

/**
 * Says what a test of functions would do. Its modules are loaded, to see what they have; nothing is set up or called.
 *
 * @throws InvalidConfigError with each module that cannot be loaded, and each function that is not there
 */
export async function planFunctions(test: ResolvedMicrobenchmark): Promise<TestPlan> {
  const cases = await listCases(test)
  const functions = test.functions.map(({ name, source, time, warmup, parallel }): FunctionsPlan => {
    const names = cases.get(name) ?? []
    const times = { time: time / 1e6, warmup: warmup / 1e6 }
    return {
      name,
      module: source.module,
      export: source.export,
      cases: names,
      ...times,
      parallel,
      duration: names.length * (times.time + times.warmup),
    }
  })
  return {
    name: test.name,
    target: { kind: 'none', url: null, command: null },
    variants: [],
    scenarios: [],
    functions,
    duration: functions.reduce((sum, { duration }) => sum + duration, 0),
    workers: test.inCallingThread ? 0 : Math.max(...functions.map(({ parallel }) => parallel)),
    sockets: 0,
    thresholds: [],
  }
}
