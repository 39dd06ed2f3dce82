import type { TestSummary } from '../summary/test-summary.ts'
import { builtInMetric } from '../threshold/built-in-metrics.ts'
import { percentileOf } from '../threshold/inconclusive.ts'
import type { Aggregate, ThresholdResult } from '../threshold/threshold.ts'
import { viewsOf } from './by-machine.ts'
import { disturbedShare, findEffect } from './disturbed-seconds.ts'
import type { Reason } from './verdict.ts'

/** The rules that say that times may be longer than the target made them, each with whose they may be. */
const owners: Readonly<Record<string, string>> = {
  'generator-saturated': "the generator's",
  'generator-stalled': "the generator's",
  'send-lag': "the generator's",
  'busy-machine': "the machine's",
  'machine-disturbed': "the machine's",
}

/** Whose a figure may be rather than the target's, and the rule and text of the reason. */
interface OwnFigure {
  readonly owner: string
  readonly reason: Reason
}

/**
 * The reason of a verdict why a time may be the generator's or the machine's own rather than the target's; `undefined` where there is none.
 *
 * A generator that is late, and a machine that is full, make times longer, never shorter. So a limit that such times keep is kept; of one
 * that they break nothing can be said. Where the machine was disturbed, and times were longer then, for too short a time to make the result suspect, that may be
 * still enough for a percentile.
 *
 * @param metric the name of what was timed
 * @param share of the requests that the figure leaves beyond it, 0 to 1
 */
export function timesOfGenerator(metric: string, share: number, summary: TestSummary, reasons: readonly Reason[]): OwnFigure | undefined {
  const facts = builtInMetric(metric)
  // It is the lateness, and of the generator alone.
  if (facts?.isLateness === true) return undefined
  for (const reason of reasons) {
    const isEnough = reason.level !== 'note' || (reason.rule === 'machine-disturbed' && isLong(summary, share))
    const owner = isEnough ? owners[reason.rule] : undefined
    if (owner !== undefined && (reason.rule !== 'send-lag' || facts?.isFromDue === true)) return { owner, reason }
  }
  return undefined
}

/**
 * The reason of a verdict why fewer may have come per second than the target could have served; `undefined` where there is none.
 *
 * A generator that is late, and a machine that is full, make rates lower, never higher. That less was started than planned is no reason of its own: all
 * users may have been waiting for a target that is too slow.
 */
export function rateOfGenerator(reasons: readonly Reason[]): OwnFigure | undefined {
  for (const reason of reasons) {
    const owner = owners[reason.rule]
    if (owner !== undefined && reason.level !== 'note') return { owner, reason }
  }
  return undefined
}

/** Has thresholds on times and rates per second that only the generator or its machine need have broken neither pass nor fail, by the reasons of the verdict. Pure. */
export function judgeTimes(
  summary: TestSummary,
  reasons: readonly Reason[],
  isTime: (metric: string) => boolean,
): readonly ThresholdResult[] {
  return summary.thresholds.map((threshold) => {
    const reason = ownOf(threshold, summary, reasons, isTime)?.reason
    if (reason === undefined) return threshold
    const text = `${threshold.text}, and nothing can be said of the target: ${reason.rule}, ${reason.text}`
    return { ...threshold, passed: false, inconclusive: { cause: 'generator', times: null }, text }
  })
}

function isLong(summary: TestSummary, share: number): boolean {
  return viewsOf(summary).some(({ summary: view }) => disturbedShare(view) > share && findEffect(view, 1) !== null)
}

function ownOf(
  threshold: ThresholdResult,
  summary: TestSummary,
  reasons: readonly Reason[],
  isTime: (metric: string) => boolean,
): OwnFigure | undefined {
  const [metric = ''] = threshold.selector.split('{')
  if (isRateBrokenByLateness(threshold)) return rateOfGenerator(reasons)
  if (!isTime(metric) || !isBrokenByLateness(threshold)) return undefined
  return timesOfGenerator(metric, shareBeyond(threshold), summary, reasons)
}

// What asks for few per second holds by it.
function isRateBrokenByLateness({ condition, passed, actual, inconclusive }: ThresholdResult): boolean {
  return actual !== null && inconclusive === null && !passed && /^\s*rate\s*>.*\/\s*[smh]\s*$/.test(condition)
}

// One request alone moves a mean and an extreme.
function shareBeyond({ condition }: ThresholdResult): number {
  const percentile = percentileOf(
    condition
      .replace(/^\s*p\(\s*([\d.]+)\s*\).*/s, 'p$1')
      .replace(/\s*[<>=!].*/s, '')
      .trim() as Aggregate,
  )
  return percentile === undefined ? 0 : 1 - percentile / 100
}

// What asks for long times holds by them.
function isBrokenByLateness({ condition, passed, actual, inconclusive }: ThresholdResult): boolean {
  if (actual === null || inconclusive !== null || /^\s*count\b/.test(condition)) return false
  return /[=!]=/.test(condition) || passed === />/.test(condition)
}
