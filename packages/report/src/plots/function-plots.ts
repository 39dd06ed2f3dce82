import type { MicrobenchmarkSummary } from '@benchpress/core'
import type { ReportPlot } from '@benchpress/core/report'
import { axisOf } from './time-plot.ts'

/** The mean time of a call of each function, with its interval; `undefined` where fewer than two were measured. */
export function functionsPlot(name: string, measured: readonly MicrobenchmarkSummary[]): ReportPlot | undefined {
  const known = measured.flatMap(({ case: of, callTime }) => (callTime === null ? [] : [{ of, ...callTime }]))
  if (known.length < 2) return undefined
  const means = known.map(({ mean }) => mean)
  return {
    plot: {
      title: `Mean time of a call of ${name}`,
      caption: 'The line through each point is the 95 % interval of the mean. It is that of one run: another run can lie outside it.',
      x: { label: 'function', unit: 'number', values: [...known.keys()], names: known.map(({ of }) => of) },
      y: axisOf('time of a call', 'ns', [means]),
      series: [
        {
          name: 'Mean',
          as: 'points',
          values: means,
          intervals: known.map(({ mean, marginOfError }) =>
            marginOfError === null ? null : [Math.max(0, mean * (1 - marginOfError)), mean * (1 + marginOfError)],
          ),
        },
      ],
    },
  }
}
