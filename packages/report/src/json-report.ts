import type { SuiteResult } from '@benchpress/core'

/** Writes the result of a suite as JSON, as `result.schema.json` of `@benchpress/core` describes it. */
export function jsonReport(suite: SuiteResult): string {
  return `${JSON.stringify(suite, undefined, 2)}\n`
}
