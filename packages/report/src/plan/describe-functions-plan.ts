import type { FunctionsPlan, TestPlan } from '@benchpress/core'
import { formatLength } from '@benchpress/core/report'
import { plural } from '../format/number.ts'

/**
 * Says what a scenario of functions would do: which of them it would measure, and how long.
 *
 * @param place how their module is shown
 */
export function describeFunctionsPlan(plan: FunctionsPlan, place: (module: string) => string): readonly string[] {
  const { module, export: name, cases, time, warmup, parallel, duration } = plan
  const from = name === 'default' ? place(module) : `${name} of ${place(module)}`
  const warm = warmup === 0 ? 'without a warm-up' : `after ${formatLength(warmup)} of warm-up`
  return [
    `functions: ${from}`,
    `${plural(cases.length, 'function')}, one after the other: ${cases.join(', ')}`,
    `${formatLength(time)} each, ${warm}; ${formatLength(duration)} in total`,
    parallel === 1
      ? 'called in one thread'
      : `each called in ${plural(parallel, 'thread')} at the same time, with a set-up for each of them`,
  ]
}

/** Says what a test of functions would take. */
export function describeFunctionsTest({ duration, workers }: TestPlan, repeats: number): readonly string[] {
  return [
    'target: none, the functions run in this process',
    `length: ${formatLength(duration ?? 0)}${repeats > 1 ? `, ${repeats} times` : ''}, without set-up`,
    workers === 0 ? 'threads: none, the functions run in the main thread' : `threads: ${workers}`,
  ]
}
