import type { TestSummary } from '../summary/test-summary.ts'
import { builtInMetric } from '../threshold/built-in-metrics.ts'
import { type Aggregate, type ThresholdResult, percentileOf } from '../threshold/threshold.ts'
import { viewsOf } from './rule.ts'
import type { Reason } from './verdict.ts'
import { disturbedShare, findEffect } from './disturbed-seconds.ts'

/** The rules for times that may be longer than the target made them, each with what may have caused them. */
const owners: Readonly<Record<string, string>> = {
  'generator-saturated': "the generator's",
  'generator-stalled': "the generator's",
  'send-lag': "the generator's",
  'busy-machine': "the machine's",
  'machine-disturbed': "the machine's",
}

/** What may have caused a figure instead of the target, with the rule and the text of the reason. */
interface OwnFigure {
  readonly owner: string
  readonly reason: Reason
}

/**
 * Finds the reason of a verdict by which a time may be caused by the generator or the machine instead of the target; `undefined` without one.
 *
 * A generator that is late, and a machine that is full, make times longer, never shorter. So a limit that such times keep does hold, and a limit that
 * they exceed cannot be judged. A disturbance of the machine that made times longer, but was too short to make the result suspect, may still affect a
 * percentile.
 *
 * @param metric the name of the metric
 * @param share the share of requests beyond the figure, 0 to 1
 */
export function timesOfGenerator(metric: string, share: number, summary: TestSummary, reasons: readonly Reason[]): OwnFigure | undefined {
  const facts = builtInMetric(metric)
  // This metric is the lateness of the generator itself.
  if (facts?.isLateness === true) return undefined
  return findOwn(reasons, ({ rule, level }) => {
    const isEnough = level !== 'note' || (rule === 'machine-disturbed' && isLong(summary, share))
    return isEnough && (rule !== 'send-lag' || facts?.isFromDue === true)
  })
}

/**
 * Finds the reason of a verdict by which a rate may be lower than the target could have served; `undefined` without one.
 *
 * A generator that is late, and a machine that is full, make rates lower, never higher. Starting less than planned is not a reason: all users may have
 * been waiting for a target that is too slow.
 */
export function rateOfGenerator(reasons: readonly Reason[]): OwnFigure | undefined {
  return findOwn(reasons, ({ level }) => level !== 'note')
}

function findOwn(reasons: readonly Reason[], counts: (reason: Reason) => boolean): OwnFigure | undefined {
  for (const reason of reasons) {
    const owner = owners[reason.rule]
    if (owner !== undefined && counts(reason)) return { owner, reason }
  }
  return undefined
}

/** Makes thresholds on times and rates inconclusive that only the generator or its machine may have decided, by the reasons of the verdict. Pure. */
export function judgeTimes(
  summary: TestSummary,
  reasons: readonly Reason[],
  isTime: (metric: string) => boolean,
): readonly ThresholdResult[] {
  return summary.thresholds.map((threshold) => {
    const reason = ownOf(threshold, summary, reasons, isTime)?.reason
    if (reason === undefined) return threshold
    const text = `${threshold.text}, which says nothing about the target: ${reason.rule}, ${reason.text}`
    return { ...threshold, passed: false, inconclusive: { cause: 'generator', times: null }, text }
  })
}

function isLong(summary: TestSummary, share: number): boolean {
  return viewsOf(summary).some(({ summary: view }) => disturbedShare(view) > share && findEffect(view, 1) !== null)
}

function ownOf(
  { selector, condition, passed, actual, inconclusive }: ThresholdResult,
  summary: TestSummary,
  reasons: readonly Reason[],
  isTime: (metric: string) => boolean,
): OwnFigure | undefined {
  if (actual === null || inconclusive !== null) return undefined
  const [metric = ''] = selector.split('{')
  const { aggregate, isPerTime, isLeast, isExact } = partsOf(condition)
  // An upper limit on a rate holds all the more.
  if (aggregate === 'rate' && isPerTime) return isLeast && !passed ? rateOfGenerator(reasons) : undefined
  // A lower limit on a time may hold only because of lateness.
  if (aggregate === 'count' || !(isExact || passed === isLeast) || !isTime(metric)) return undefined
  return timesOfGenerator(metric, shareBeyond(aggregate as Aggregate), summary, reasons)
}

function partsOf(condition: string) {
  const [, written = '', operator = '', limit = ''] = /^\s*([^<>=!]*?)\s*([<>=!]+)\s*(.*?)\s*$/s.exec(condition) ?? []
  return {
    aggregate: written.replace(/^p\(\s*([\d.]+)\s*\)$/, 'p$1'),
    isPerTime: /\/\s*[smh]$/.test(limit),
    isLeast: operator.startsWith('>'),
    isExact: operator === '==' || operator === '!=',
  }
}

// A single request moves a mean and an extreme.
function shareBeyond(aggregate: Aggregate): number {
  const percentile = percentileOf(aggregate)
  return percentile === undefined ? 0 : 1 - percentile / 100
}
