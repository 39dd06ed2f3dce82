import type { DeliverySummary, SuiteResult } from '@benchpress/core'
import { formatSeconds } from './format/format-seconds.ts'
import { plural } from './format/plural.ts'
import { deliveriesTable, deliveryTimesTable } from './deliveries-table.ts'
import { nameRun } from './name-run.ts'
import type { ReportSection } from './report-section.ts'

/** What became of the messages that users pushed to each other, run by run and plugin by plugin; none where there were none. */
export function deliveriesSections(suite: SuiteResult): readonly ReportSection[] {
  return suite.tests.flatMap((test) =>
    test.deliveries.map((each) => {
      const of = [...(test.deliveries.length > 1 ? [each.name] : []), ...(suite.tests.length > 1 ? [nameRun(test, suite)] : [])]
      return deliveriesSection(['Deliveries', ...of].join(', '), each)
    }),
  )
}

function deliveriesSection(title: string, deliveries: DeliverySummary): ReportSection {
  const { stalls, gaps } = deliveries
  const lines = [
    ...(gaps === 0 ? [] : [`Recipients could not receive ${plural(gaps, 'time')}, such as between two connections`]),
    ...stalls.map(
      ({ at, length, underWay }) =>
        `Nothing arrived anywhere for ${formatSeconds(length)} at ${formatSeconds(at)}, with ${plural(underWay, 'message')} under way`,
    ),
  ]
  const times = deliveryTimesTable(deliveries)
  return {
    title,
    parts: [deliveriesTable(deliveries), ...(times.rows.length === 0 ? [] : [times]), ...(lines.length === 0 ? [] : [lines])],
  }
}
