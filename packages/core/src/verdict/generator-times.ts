import type { ThresholdResult } from '../threshold/threshold.ts'
import type { Reason } from './verdict.ts'

const slowGenerator: ReadonlySet<string> = new Set(['generator-saturated', 'generator-stalled', 'send-lag'])

// What is late to start counts from when it was due in these alone.
const timesFromDue: ReadonlySet<string> = new Set(['http_response_time', 'iteration_duration'])

// They are the lateness, and of nobody but the generator.
const latenesses: ReadonlySet<string> = new Set(['send_lag', 'think_overshoot'])

/**
 * The reason of a verdict why a time may be the generator's own rather than the target's; `undefined` where there is none.
 *
 * A generator that is late makes times longer, never shorter. So a limit that its times keep is kept; of one that they break nothing can be
 * said.
 *
 * @param metric the name of what was timed
 */
export function timesOfGenerator(metric: string, reasons: readonly Reason[]): Reason | undefined {
  if (latenesses.has(metric)) return undefined
  return reasons.find(({ rule, level }) => level !== 'note' && slowGenerator.has(rule) && (rule !== 'send-lag' || timesFromDue.has(metric)))
}

/** Has thresholds on times that only the generator need have broken neither pass nor fail, by the reasons of the verdict. Pure. */
export function judgeTimes(
  thresholds: readonly ThresholdResult[],
  reasons: readonly Reason[],
  isTime: (metric: string) => boolean,
): readonly ThresholdResult[] {
  return thresholds.map((threshold) => {
    const [metric = ''] = threshold.selector.split('{')
    const reason = isTime(metric) && isBrokenByLateness(threshold) ? timesOfGenerator(metric, reasons) : undefined
    if (reason === undefined) return threshold
    const text = `${threshold.text}, and nothing can be said of the target: ${reason.rule}, ${reason.text}`
    return { ...threshold, passed: false, inconclusive: { cause: 'generator', times: null }, text }
  })
}

// What asks for long times holds by them.
function isBrokenByLateness({ condition, passed, actual, inconclusive }: ThresholdResult): boolean {
  if (actual === null || inconclusive !== null || /^\s*count\b/.test(condition)) return false
  return /[=!]=/.test(condition) || passed === />/.test(condition)
}
