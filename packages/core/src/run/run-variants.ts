import type { ResolvedSuite } from '../config/resolve-suite.ts'
import { isBenchpressError, type BenchpressError } from '../base/errors/benchpress-error.ts'
import type { Interruption } from '../result/summary/summary.ts'
import { onTarget } from './on-target.ts'
import { type RunListeners, rest } from './listeners.ts'
import { orderOfRuns, type PlannedRun } from './order-of-runs.ts'
import type { ResolvedVariant } from './resolve-tests.ts'
import type { TestResult } from '../result/shape/result.ts'
import { runTest, interruptedEarly, unfinishedTest } from './run-test.ts'

/**
 * Runs a test on each variant of its target by turns, as often as asked; adds each result as it comes.
 *
 * Each run has its target started for it and stopped after it, so that no two variants are ever up at once. A run that cannot be made
 * leaves a result that says why, and the others go on; an interruption ends them all.
 *
 * @throws InvalidConfigError when the machine cannot open the connections
 */
export async function runVariants(
  variants: readonly ResolvedVariant[],
  { repeats, pause }: ResolvedSuite,
  listeners: RunListeners,
  results: TestResult[],
): Promise<void> {
  for (const [index, planned] of orderOfRuns(variants, repeats).entries()) {
    if (index > 0 && !(await rest(pause, listeners.signal))) return
    results.push(await runVariant(planned, repeats, listeners))
  }
}

async function runVariant(
  { variant: { name, config }, repeat }: PlannedRun<ResolvedVariant>,
  repeats: number,
  listeners: RunListeners,
): Promise<TestResult> {
  const run = { variant: name, repeat, repeats }
  try {
    const result = await onTarget(config, run, listeners, (target) => runTest({ config, target, ...run, ...listeners }))
    return result ?? unfinishedTest(config, interruptedEarly, run)
  } catch (error) {
    if (!isBenchpressError(error) || error.code === 'INVALID_CONFIG') throw error
    return unfinishedTest(config, { cause: causeOf(error), reason: error.message }, run)
  }
}

function causeOf({ code }: BenchpressError): Interruption['cause'] {
  if (code === 'WORKER_FAILED') return 'worker'
  return code === 'SETUP_FAILED' ? 'setup' : 'target'
}
