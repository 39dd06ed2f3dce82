import { isLowerBound, judgeFigure } from '@benchpress/core'
import type { ScenarioSummary } from '@benchpress/core'
import { formatBytes } from './format/format-bytes.ts'
import { formatCount } from './format/format-count.ts'
import { formatFigure } from './format/format-figure.ts'
import { formatRate } from './format/format-rate.ts'
import { formatTime } from './format/format-time.ts'

/** The figures by which runs are compared with each other and with documented ones. */
export type FigureName = 'requestsPerSecond' | 'mean' | 'p50' | 'p97_5' | 'p99' | 'max' | 'requests' | 'bytes'

/** The figures that were published of one run: times in milliseconds, `bytes` in bytes, as exact as they were printed. */
export type DocumentedRun = Readonly<Record<FigureName, number>>

/** One figure of a run: how it is called, where it comes from and how it is written. */
export interface Figure {
  readonly name: FigureName
  readonly label: string
  /** Reads it, in requests per second, milliseconds or bytes; `null` where there are too few samples, or no more is known than a lower bound. */
  readonly read: (scenario: ScenarioSummary) => number | null
  readonly format: (value: number) => string
  /** Writes it, also where it is not known. */
  readonly show: (scenario: ScenarioSummary) => string
}

/** Every {@link Figure}, in the order of columns. */
export const figures: readonly Figure[] = [
  figureOf('requestsPerSecond', 'Req/Sec', ({ throughput }) => throughput.requestsPerSecond, formatRate),
  timeOf('mean', 'Latency avg'),
  timeOf('p50', '50%'),
  timeOf('p97_5', '97.5%'),
  timeOf('p99', '99%'),
  timeOf('max', 'Max'),
  figureOf('requests', 'Requests', ({ counts }) => counts.started, formatCount),
  figureOf('bytes', 'Read', ({ dataReceived }) => dataReceived, formatBytes),
]

function figureOf(name: FigureName, label: string, read: (scenario: ScenarioSummary) => number, format: Figure['format']): Figure {
  return { name, label, read, format, show: (scenario) => format(read(scenario)) }
}

function timeOf(name: 'mean' | 'p50' | 'p97_5' | 'p99' | 'max', label: string): Figure {
  return {
    name,
    label,
    read: ({ responseTime }) => {
      const isFew = name !== 'mean' && name !== 'max' && judgeFigure(responseTime, name).says !== 'enough'
      return isFew || isLowerBound(responseTime, name) ? null : responseTime[name]
    },
    format: formatTime,
    show: ({ responseTime }) => formatFigure(responseTime, name),
  }
}
