import { AsyncLocalStorage } from 'node:async_hooks'
import { aroundEach, type RunnerTestCase, inject } from 'vitest'
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { keepHistograms } from '../model/metrics/time-summary.ts'
import type { SuiteResult } from '../result/shape/result.ts'

/** One attempt of a test, from its first hook to its last. */
interface TestAttempt {
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

// Each result has one file, whatever the number of assertions on it; file names are in the order in which results were kept.
const files = new WeakMap<SuiteResult, string>()

/**
 * Writes the results that a matcher was given to files, for a reporter that asked for them, and adds the file names to the `meta` of the test.
 *
 * A reporter asks by providing `benchpressResults`. Without such a reporter nothing is written. The results are in files because a result with its
 * histograms is large, and the `meta` of a test is sent with each of its states.
 *
 * @param calling the attempt that the matcher was called in; when it is uncertain, the file has the ending `unknown`
 * @param given results, arrays of results, or parts of a result
 */
export function keepResults(calling: TestAttempt | undefined, ...given: readonly unknown[]): void {
  const folder = inject('benchpressResults')
  if (folder === undefined) return
  for (const suite of given.flatMap(suitesIn)) {
    const file = files.get(suite) ?? `${Date.now()}-${randomUUID()}.json`
    if (!files.has(suite)) writeFileSync(join(folder, file), JSON.stringify(suite, keepHistograms))
    files.set(suite, file)
    if (calling === undefined) writeFileSync(join(folder, file.replace(/json$/, 'unknown')), '')
    else keepIn(calling, file)
  }
}

function keepIn({ test: { meta }, attempt }: TestAttempt, file: string): void {
  const kept = meta.benchpress ?? []
  if (!kept.some((each) => each.file === file && each.attempt === attempt)) meta.benchpress = [...kept, { file, attempt }]
}

/** Finds the suites that a value is, contains or belongs to; a part of a result refers to its result. */
function suitesIn(given: unknown): readonly SuiteResult[] {
  if (Array.isArray(given)) return given.flatMap(suitesIn)
  if (typeof given !== 'object' || given === null) return []
  if ('tests' in given && 'environment' in given) return [given as SuiteResult]
  if ('origin' in given && typeof given.origin === 'object' && given.origin !== null && 'test' in given.origin)
    return suitesIn(given.origin.test)
  return 'toJSON' in given && typeof given.toJSON === 'function' ? suitesIn(given.toJSON()) : []
}

/** A result that the matchers of a test were given, in the `meta` of the test. */
export interface KeptResult {
  /** Name of the result's file in the folder of the reporter. */
  readonly file: string
  /** The number of the attempt of the test that kept the result, 0 for the first; each retry and each repeat adds one. */
  readonly attempt: number
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder in which matchers keep results for a reporter; `undefined` without such a reporter. */
    benchpressResults: string | undefined
  }
  interface TaskMeta {
    /** The results that matchers of the test were given. */
    benchpress?: readonly KeptResult[]
  }
}
