import type { TestSummary } from '../summary/summary.ts'
import type { Reason } from './verdict.ts'

/** Looks at one aspect of a summary; pure, never throws, and returns nothing when there is nothing to say. */
export type Rule = (summary: TestSummary) => readonly Reason[]
