import type { ResolvedMicrobenchmark } from '../config/resolve-microbenchmark.ts'
import type { FunctionsPlan, TestPlan } from './plan-test.ts'
import { type ConfigIssue, InvalidConfigError, isBenchpressError } from '../base/errors/benchpress-error.ts'
import { nameHint } from '../base/errors/closest-name.ts'
import { loadMicrobenchmark } from '../microbenchmark/load-microbenchmark.ts'

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

/**
 * Loads the modules of functions into this thread, and lists what they measure in its order, by scenario.
 *
 * @throws InvalidConfigError with each module that cannot be loaded, and each name in `only` that is none of its functions
 */
export async function listCases({ functions }: Pick<ResolvedMicrobenchmark, 'functions'>): Promise<ReadonlyMap<string, readonly string[]>> {
  const cases = new Map<string, readonly string[]>()
  const issues: ConfigIssue[] = []
  for (const { name, source, only } of functions) {
    try {
      const names = Object.keys((await loadMicrobenchmark(source)).cases)
      const unknown = (only ?? []).filter((wanted) => !names.includes(wanted))
      issues.push(
        ...unknown.map((wanted) => ({
          path: `scenarios.${name}.only`,
          message: `no function "${wanted}"`,
          hint: nameHint(wanted, names),
        })),
      )
      cases.set(name, only === undefined ? names : names.filter((known) => only.includes(known)))
    } catch (error) {
      if (!isBenchpressError(error)) throw error
      issues.push({ path: `scenarios.${name}.functions`, message: error.message, hint: error.hint })
    }
  }
  if (issues.length > 0) throw new InvalidConfigError(issues)
  return cases
}
