import type { TestSummary } from '../summary/summary.ts'
import { disturbedTimes, gapResolution } from './cut-offs.ts'
import { formatMilliseconds } from './figures.ts'
import { disturbedSeconds } from './machine-disturbances.ts'
import { requestKinds } from './plugin-requests.ts'

/** What disturbed seconds did to response times. */
export interface Effect {
  readonly text: string
  /** Whether the typical response of disturbed seconds was slower than nearly all others. */
  readonly isGross: boolean
}

/**
 * What disturbed seconds did to the response times, of the scenario and kind of request in which they did most; `null` where there was no such effect, or too few seconds to tell.
 *
 * @param least seconds of either kind
 */
export function findEffect(summary: TestSummary, least: number): Effect | null {
  const disturbed = disturbedSeconds(summary)
  const starts = summary.scenarios.map(({ workload }) => workload.startAfter + workload.warmup)
  const first = Math.min(...starts)
  const kinds = summary.scenarios.flatMap((scenario, index) =>
    requestKinds(scenario).map(({ requests }) => ({ index, series: requests.series })),
  )
  const effects = kinds.flatMap(({ index, series }) => {
    const [during, otherwise, typical]: [number[], number[], number[]] = [[], [], []]
    for (const { at, length, p50, p99 } of series) {
      const middle = (starts[index] ?? first) - first + at + length / 2
      const isDisturbed = disturbed.some((sample) => middle > sample.at - sample.length && middle <= sample.at)
      if (p99 !== null) (isDisturbed ? during : otherwise).push(p99)
      if (p50 !== null && isDisturbed) typical.push(p50)
    }
    if (during.length < least || otherwise.length < least) return []
    return [{ during: median(during), otherwise: median(otherwise), typical: median(typical) }]
  })
  const [worst] = effects.toSorted((a, b) => b.during / b.otherwise - a.during / a.otherwise)
  if (worst === undefined || worst.during < worst.otherwise * disturbedTimes || worst.during - worst.otherwise <= gapResolution) return null
  const times = `the p99 of these seconds is ${formatMilliseconds(worst.during)}, and of the others ${formatMilliseconds(worst.otherwise)} (medians)`
  if (worst.typical < worst.otherwise) return { text: `; ${times}`, isGross: false }
  return { text: `; ${times}: half of the responses were slower then than 99 of 100 at other times`, isGross: true }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0
}
