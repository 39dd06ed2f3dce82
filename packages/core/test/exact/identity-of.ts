import type { ScheduledCount } from '../../src/result/summary/generator-summary.ts'
import { identity } from '../../src/result/verdict/rules/integrity-rules.ts'
import { countsFixture, scenarioFixture, summaryFixture, threadFixture } from '../result/verdict/summary-fixture.ts'

/** The texts of the identity for threads that did nothing but schedule the given counts. */
export function identityOf(scheduled: readonly (readonly ScheduledCount[])[]): readonly string[] {
  const counts = countsFixture({})
  const threads = scheduled.map((each, worker) => threadFixture({ worker, counts, scheduled: each }))
  const summary = summaryFixture({ scenarios: [scenarioFixture({ counts })], generator: { threads } })
  return identity(summary).map(({ text }) => text)
}
