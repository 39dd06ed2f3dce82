import { AsyncLocalStorage } from 'node:async_hooks'
import { aroundEach, type RunnerTestCase } from 'vitest'

/** One attempt of a test, from its first hook to its last. */
export interface TestAttempt {
  readonly test: RunnerTestCase
  /** The number of the attempt, 0 for the first: each retry and each repeat is one more. */
  readonly attempt: number
}

interface RunningAttempt extends TestAttempt {
  isOver: boolean
}

const running = new AsyncLocalStorage<RunningAttempt>()

/**
 * Follows each test of the file that is being collected through its asynchronous calls, so that {@link callingTest} knows it among those that run at the same time.
 *
 * Without isolation a module is evaluated once for several files, and a module may be imported inside a test: the tests of other files are not followed then.
 */
export function followTests(): void {
  try {
    aroundEach(async (runTest, { task }) => {
      const attempt: RunningAttempt = { test: task, attempt: numberOfAttempt(task), isOver: false }
      await running.run(attempt, runTest)
      attempt.isOver = true
    })
  } catch {
    // No file is being collected: the tests are not followed, and those that run at the same time cannot be told apart.
  }
}

/**
 * The attempt of a test that a matcher is called in; `undefined` where that is not certain: outside of a test, after its end, as when it timed out, and in tests
 * that run at the same time and are not followed.
 *
 * @param current the test that Vitest names, which is the one that was started last
 */
export function callingTest(current: RunnerTestCase | undefined): TestAttempt | undefined {
  const attempt = running.getStore()
  if (attempt !== undefined) return attempt.isOver ? undefined : attempt
  if (current === undefined || isConcurrent(current)) return undefined
  return { test: current, attempt: numberOfAttempt(current) }
}

function numberOfAttempt({ result }: RunnerTestCase): number {
  return result?.attempts?.length ?? 0
}

function isConcurrent(task: RunnerTestCase | NonNullable<RunnerTestCase['suite']>): boolean {
  return task.concurrent === true || (task.suite !== undefined && isConcurrent(task.suite))
}
