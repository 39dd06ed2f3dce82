import type { SuiteResult } from '@benchpress/core'
import { documentedTests } from '../nestjs-tests.ts'
import { findInTests, type TestFindings } from './find-in-test.ts'
import { measureRun } from './measured-run.ts'
import { recommend, type Recommendation } from './recommendation-rules.ts'

/** The findings about all tests that were run. */
export interface NestjsFindings {
  readonly tests: readonly TestFindings[]
  readonly recommendations: readonly Recommendation[]
}

/** Evaluates the runs of a suite, and makes recommendations. */
export function findInNestjs({ tests, environment }: SuiteResult): NestjsFindings {
  const runs = tests.flatMap((test) => measureRun(test) ?? [])
  const found = findInTests(documentedTests, runs)
  return { tests: found, recommendations: recommend(found, environment.cpu.usable) }
}
