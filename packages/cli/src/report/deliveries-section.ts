import type { DeliverySummary, SuiteResult } from '@benchpress/core'
import { formatSeconds } from '../format/format-seconds.ts'
import { plural } from '../format/plural.ts'
import { deliveriesTable, deliveryTimesTable } from './deliveries-table.ts'
import type { ReportSection } from './report-section.ts'

/** What became of the messages that users pushed to each other, run by run and plugin by plugin; none where there were none. */
export function deliveriesSections({ tests }: SuiteResult): readonly ReportSection[] {
  return tests.flatMap(({ repeat, deliveries }) =>
    deliveries.map((each) => {
      const of = [...(deliveries.length > 1 ? [each.name] : []), ...(tests.length > 1 ? [`run ${repeat}`] : [])]
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
