import type { ConfigIssue } from '../base/errors/invalid-config-error.ts'
import { configIssues } from './config-issues.ts'
import { suiteSchema, type ResolvedSuite } from './schema/suite-schema.ts'

/** What a suite says beside its tests, and what is wrong with it. */
export interface SuiteResolution {
  /** Defaults where something is wrong. */
  readonly suite: ResolvedSuite
  readonly issues: readonly ConfigIssue[]
}

/** Checks a suite but for its tests, and fills in its defaults. Nothing is started or connected to. */
export function resolveSuite(input: unknown, cwd: string): SuiteResolution {
  const { success, data, error } = suiteSchema(cwd).safeParse(input, { reportInput: true })
  return success ? { suite: data, issues: [] } : { suite: { repeats: 1, pause: 0 }, issues: configIssues(error) }
}
