import type { ScenarioSummary, TestSummary } from '../summary/summary.ts'
import { isLowerBound } from '../summary/time-summary.ts'
import { fullSecond, generatorPartOfStall, sustainedShare } from './cut-offs.ts'
import { formatRough } from './figures.ts'
import { ofScenario } from './limited-by-load.ts'
import { lengthOfRun, type Stretch } from './run-seconds.ts'

/**
 * Says when the target stood still, or was away, for so much of the run phase that nothing else limited the throughput as much; `null` where it did not.
 *
 * It stood still in whole seconds in which it answered nothing although a request waited for all of them. One that is slow by nature takes as long for
 * its typical response.
 */
export function describeStandingStill(summary: TestSummary): string | null {
  const away = summary.absences
    .map(({ from, to }) => ({ from: Math.max(0, from), to: Math.min(to ?? Infinity, lengthOfRun(summary)) }))
    .filter(({ from, to }) => to > from)
  if (shareOf(away, summary) >= sustainedShare)
    return `target: it was away ${describeStretches(away)} of ${formatRough(lengthOfRun(summary))} s`
  for (const scenario of summary.scenarios) {
    const still = findStretches(scenario, summary)
    if (shareOf(still, summary) < sustainedShare) continue
    const named = ofScenario(scenario, summary.scenarios)
    return `target: it stood still ${describeStretches(still)} of ${formatRough(lengthOfRun(summary))} s, while requests${named} waited`
  }
  return null
}

function findStretches(scenario: ScenarioSummary, { generator, scenarios }: TestSummary): readonly Stretch[] {
  const starts = scenarios.map(({ workload }) => workload.startAfter + workload.warmup)
  const offset = scenario.workload.startAfter + scenario.workload.warmup - Math.min(...starts)
  const heldUp = Math.max(0, ...generator.threads.map(({ loopDelay }) => loopDelay.max)) / 1000
  return silences(scenario)
    .filter(({ from, to, timeouts, longest }) => {
      const length = to - from
      const waited = timeouts > 0 ? length : (longest ?? scenario.responseTime.max ?? 0) / 1000
      return length >= fullSecond && waited >= length && typicalTime(scenario) < length && heldUp < length * generatorPartOfStall
    })
    .map(({ from, to }) => ({ from: offset + from, to: offset + to }))
}

interface Silence extends Stretch {
  /** How many requests timed out in it. */
  readonly timeouts: number
  /** The longest response time of the second behind it, in milliseconds; `undefined` where the run ended in it. */
  readonly longest: number | undefined
}

// Seconds without a response that follow each other.
function silences({ series, counts }: ScenarioSummary): readonly Silence[] {
  const found: { from: number; to: number; timeouts: number; longest: number | undefined }[] = []
  for (const { at, length, requests, failed, max } of series) {
    const last = found.at(-1)
    const isBehind = last?.to === at
    const timeouts = Math.min(failed, counts.outcomes.timeout)
    if (requests > 0) {
      if (isBehind) last.longest = max ?? undefined
    } else if (isBehind) [last.to, last.timeouts] = [at + length, last.timeouts + timeouts]
    else found.push({ from: at, to: at + length, timeouts, longest: undefined })
  }
  return found
}

// In seconds, of the seconds in which it answered: what timed out later on is no response.
function typicalTime({ series, responseTime }: ScenarioSummary): number {
  const medians = series.flatMap(({ requests, p50 }) => (requests > 0 && p50 !== null ? [p50] : [])).toSorted((a, b) => a - b)
  const typical = medians[Math.floor((medians.length - 1) / 2)] ?? (isLowerBound(responseTime, 'p50') ? 0 : (responseTime.p50 ?? 0))
  return typical / 1000
}

function shareOf(stretches: readonly Stretch[], summary: TestSummary): number {
  const length = lengthOfRun(summary)
  return length > 0 ? stretches.reduce((sum, { from, to }) => sum + Math.max(0, to - from), 0) / length : 0
}

// The longest is named.
function describeStretches(stretches: readonly Stretch[]): string {
  const [longest, ...others] = stretches.toSorted((a, b) => b.to - b.from - (a.to - a.from))
  if (longest === undefined) return ''
  const more = others.length === 0 ? '' : ', and at other times,'
  return `from ${formatRough(longest.from)} s to ${formatRough(longest.to)} s${more}`
}
