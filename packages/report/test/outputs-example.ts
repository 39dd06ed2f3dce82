import type { SuiteResult } from '@benchpress/core'
import { recordedResult } from './recorded-results.ts'

/** The result that docs/outputs.md shows: the recorded one of a rate. */
export function outputsExample(): SuiteResult {
  return recordedResult('rate')
}
