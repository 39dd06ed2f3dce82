import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject, type TaskMeta } from 'vitest'
import { keepHistograms } from '../result/summary/time-summary.ts'
import type { SuiteResult } from '../result/shape/result.ts'

/** The test that a matcher is called in. */
interface CallingTest {
  readonly meta: TaskMeta
}

// One file for each result, whatever the number of assertions on it.
const files = new WeakMap<SuiteResult, string>()

/**
 * Keeps the results that a matcher was given for a reporter that asked for them, each in a file; their names stand in the `meta` of the test.
 *
 * A reporter asks by providing `benchpressResults`. Without one nothing is written. It is a file because a result with its histograms is large, and the `meta`
 * of tests is sent with each of their states.
 *
 * @param given results, arrays of results, or parts of a result
 */
export function keepResults(test: CallingTest | undefined, ...given: readonly unknown[]): void {
  const folder = inject('benchpressResults')
  if (folder === undefined || test === undefined) return
  for (const suite of given.flatMap(suitesIn)) {
    const file = files.get(suite) ?? `${randomUUID()}.json`
    if (!files.has(suite)) writeFileSync(join(folder, file), JSON.stringify(suite, keepHistograms))
    files.set(suite, file)
    const kept = test.meta.benchpress ?? []
    if (!kept.includes(file)) test.meta.benchpress = [...kept, file]
  }
}

/** The suites that a value is, or belongs to; a part of a result knows its result. */
function suitesIn(given: unknown): readonly SuiteResult[] {
  if (Array.isArray(given)) return given.flatMap(suitesIn)
  if (typeof given !== 'object' || given === null) return []
  if ('tests' in given && 'environment' in given) return [given as SuiteResult]
  if ('origin' in given && typeof given.origin === 'object' && given.origin !== null && 'test' in given.origin)
    return suitesIn(given.origin.test)
  return 'toJSON' in given && typeof given.toJSON === 'function' ? suitesIn(given.toJSON()) : []
}

/** Names of the files with the results that the matchers of a test were given, in the `meta` of the test. */
export type ResultFiles = readonly string[]

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder in which matchers keep results for a reporter; `undefined` without such a reporter. */
    benchpressResults: string | undefined
  }
  interface TaskMeta {
    /** The results that matchers of the test were given. */
    benchpress?: ResultFiles
  }
}
