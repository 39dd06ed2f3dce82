import { hasSamplesFor } from '@benchpress/core'
import type { ScenarioSummary } from '@benchpress/core'
import { formatBytes } from '../format/format-bytes.ts'
import { formatCount } from '../format/format-count.ts'
import { formatRate } from '../format/format-rate.ts'
import { formatTime } from '../format/format-time.ts'

/** The figures by which runs are compared with each other and with documented ones. */
export type FigureName = 'requestsPerSecond' | 'mean' | 'p50' | 'p97_5' | 'p99' | 'max' | 'requests' | 'bytes'

/** The figures that were published of one run: times in milliseconds, `bytes` in bytes, as exact as they were printed. */
export type DocumentedRun = Readonly<Record<FigureName, number>>

/** One figure of a run: how it is called, where it comes from and how it is written. */
export interface Figure {
  readonly name: FigureName
  readonly label: string
  /** Reads it, in requests per second, milliseconds or bytes; `null` where there are too few samples. */
  readonly read: (scenario: ScenarioSummary) => number | null
  readonly format: (value: number) => string
}

/** Every {@link Figure}, in the order of columns. */
export const figures: readonly Figure[] = [
  { name: 'requestsPerSecond', label: 'Req/Sec', read: (scenario) => scenario.throughput.requestsPerSecond, format: formatRate },
  { name: 'mean', label: 'Latency avg', read: (scenario) => scenario.responseTime.mean, format: formatTime },
  { name: 'p50', label: '50%', read: (scenario) => percentile(scenario, 'p50', 50), format: formatTime },
  { name: 'p97_5', label: '97.5%', read: (scenario) => percentile(scenario, 'p97_5', 97.5), format: formatTime },
  { name: 'p99', label: '99%', read: (scenario) => percentile(scenario, 'p99', 99), format: formatTime },
  { name: 'max', label: 'Max', read: (scenario) => scenario.responseTime.max, format: formatTime },
  { name: 'requests', label: 'Requests', read: (scenario) => scenario.counts.started, format: formatCount },
  { name: 'bytes', label: 'Read', read: (scenario) => scenario.dataReceived, format: formatBytes },
]

function percentile({ responseTime }: ScenarioSummary, key: 'p50' | 'p97_5' | 'p99', share: number): number | null {
  return hasSamplesFor(share, responseTime.count) ? responseTime[key] : null
}
