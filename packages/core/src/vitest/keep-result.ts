import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { keepHistograms } from '../result/summary/time-summary.ts'
import type { SuiteResult } from '../result/shape/result.ts'
import type { TestAttempt } from './calling-test.ts'

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
