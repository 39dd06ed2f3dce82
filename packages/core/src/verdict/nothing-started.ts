import type { TestSummary } from '../summary/summary.ts'

/** Whether no request of a run phase was started, or none is known of: then there are no figures to judge. */
export function isNothingStarted({ scenarios }: TestSummary): boolean {
  return scenarios.every(({ counts }) => counts.started === 0)
}
