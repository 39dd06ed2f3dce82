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
 * Follows each test of the file that is being collected through its asynchronous calls, so that {@link callingTest} finds it among concurrent tests.
 *
 * Without isolation a module is evaluated once for several files, and a module may be imported inside a test: in both cases the tests of the other
 * files are not followed.
 */
export function followTests(): void {
  try {
    aroundEach(async (runTest, { task }) => {
      const attempt: RunningAttempt = { test: task, attempt: numberOfAttempt(task), isOver: false }
      await running.run(attempt, runTest)
      attempt.isOver = true
    })
  } catch {
    // No file is being collected, so its tests are not followed, and concurrent tests cannot be told apart.
  }
}

/**
 * The attempt of a test in which a matcher is called; `undefined` when that is uncertain: outside of a test, after its end, such as a timeout, and in
 * concurrent tests that are not followed.
 *
 * @param current the test that Vitest reports as running, which is the one that was started last
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
