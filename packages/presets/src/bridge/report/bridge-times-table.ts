import type { TimeSummary } from '@benchpress/core'
import type { ReportCell, ReportTable } from '@benchpress/core/report'
import { figureCells, numberCell } from '@benchpress/report'
import { formatTime } from '@benchpress/report/format'
import { documentedBridgeRun, type DocumentedTimes } from '../documented-bridge.ts'
import type { MeasuredBridge } from '../measured-bridge.ts'

interface Timed {
  readonly name: string
  /** `undefined` for a time that the published test lacks. */
  readonly documented: DocumentedTimes | undefined
  readonly measure: (run: MeasuredBridge) => TimeSummary | undefined
}

const { connectionLife, sendMessage } = documentedBridgeRun

const timed: readonly Timed[] = [
  { name: 'open_sse_connection: to open', documented: undefined, measure: ({ timeToOpen }) => timeToOpen },
  { name: 'open_sse_connection: life', documented: connectionLife, measure: (run) => run.connectionLife },
  { name: 'send_message: from its send', documented: sendMessage, measure: (run) => run.sendMessage?.serviceTime },
  { name: 'send_message: from when due', documented: undefined, measure: (run) => run.sendMessage?.responseTime },
  { name: 'delivery: from send to arrival', documented: undefined, measure: ({ delivery }) => delivery?.deliveryTime },
]

/** The table of times: each as it was documented, if it was, and as it was measured run by run. */
export function bridgeTimesTable(runs: readonly MeasuredBridge[]): ReportTable {
  return {
    head: ['Time', 'Of', 'Avg', '50%', '90%', '95%', 'Max'],
    texts: ['Of'],
    names: 2,
    apart: ['95%', 'Max'],
    rows: timed.flatMap(({ name, documented: published, measure }) => {
      const rows = [
        ...(published === undefined ? [] : [['documented', ...documentedCells(published)]]),
        ...runs.map((run, index) => [
          runs.length > 1 ? `run ${index + 1}` : 'measured',
          ...figureCells(measure(run), ['mean', 'p50', 'p90', 'p95', 'max']),
        ]),
      ]
      return rows.map((cells, index) => [index === 0 ? name : '', ...cells])
    }),
  }
}

function documentedCells({ mean, p50, p90, p95, max }: DocumentedTimes): readonly ReportCell[] {
  return [mean, p50, p90, p95, max].map((time) => numberCell(time, formatTime))
}
