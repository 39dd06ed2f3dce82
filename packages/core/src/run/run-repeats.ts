import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { ResolvedSuite } from '../config/resolve-suite.ts'
import { onTarget } from './on-target.ts'
import { type RunListeners, rest } from './listeners.ts'
import type { TestResult } from '../result/shape/result.ts'
import { runTest, interruptedEarly, unfinishedTest } from './run-test.ts'

const variant = 'default'

/**
 * Starts the target of a test, runs the test as often as asked and stops the target; adds each result as it comes.
 *
 * An interruption ends the repeats, and leaves a result also when nothing was sent yet.
 *
 * @throws BenchpressError when the target cannot be started or reached
 */
export async function runRepeats(
  config: ResolvedConfig,
  { repeats, pause }: ResolvedSuite,
  listeners: RunListeners,
  results: TestResult[],
): Promise<void> {
  const done = await onTarget(config, { variant, repeat: 1, repeats }, listeners, async (target) => {
    for (let repeat = 1; repeat <= repeats; repeat++) {
      if (repeat > 1 && !(await rest(pause, listeners.signal))) break
      const result = await runTest({ config, target, variant, repeat, repeats, ...listeners })
      results.push(result)
      if (result.interrupted !== null) break
    }
    return true
  })
  if (done === undefined) results.push(unfinishedTest(config, interruptedEarly, { variant, repeat: 1 }))
}
