import type { ScenarioSummary } from '../../result/summary/scenario-summary.ts'
import { isApart } from '../../result/threshold/read-requests.ts'
import type { Threshold } from '../../result/threshold/threshold.ts'
import { formatCount, formatNumberOf } from '../../base/units/format.ts'
import { findMissing } from '../../result/verdict/offered-load.ts'
import { requestKinds } from '../../result/verdict/request-kinds.ts'
import type { FoundStep, TestResult } from '../../result/shape/result.ts'
import type { StepOutcome } from './search-steps.ts'

// Largest share of the iterations of a step that may be dropped, left out or without a response at its end.
const mostMissing = 0.001

type Outcome = Pick<FoundStep, 'failed' | 'reason'>

const generatorRules = new Set(['generator-saturated', 'generator-stalled', 'send-lag', 'lost-worker', 'lost-agent', 'late-machine'])

/**
 * Judges one step of a search: it passes when its conditions hold, the planned iterations were started and got their responses, and the result can be
 * believed.
 *
 * Pure. A generator that could not keep up is reported first, because its figures say nothing about the target.
 *
 * @param scenario the name of the scenario whose rate is searched
 * @param conditions the conditions of the test, in their order
 */
export function judgeStep(test: TestResult, scenario: string, conditions: readonly Pick<Threshold, 'limit'>[] = []): StepOutcome {
  const outcome = findLostTarget(test) ??
    findLostGenerator(test, scenario) ??
    findBrokenCondition(test) ??
    findMissed(test, scenario) ??
    findInvalid(test) ??
    findOpenCondition(test) ?? { failed: null, reason: describeConditions(test) }
  const times = Math.max(1, ...test.thresholds.map(({ inconclusive }) => inconclusive?.times ?? 1))
  const isSure = test.thresholds.every((threshold, index) => isApart(threshold, conditions[index]?.limit))
  return { ...outcome, times, isSure }
}

function findLostTarget({ target, interrupted }: TestResult): Outcome | undefined {
  const reason = target.failed?.reason ?? (interrupted?.cause === 'target' ? interrupted.reason : undefined)
  return reason === undefined ? undefined : { failed: 'target', reason }
}

function findLostGenerator(test: TestResult, name: string): Outcome | undefined {
  const reason = test.verdict.reasons.find(({ rule, level }) => level === 'invalid' && generatorRules.has(rule))
  if (reason !== undefined) return { failed: 'generator', reason: reason.text }
  const scenario = scenarioOf(test, name)
  const missing = scenario === undefined ? null : findMissing(scenario, test)
  if (missing === null || missing.count - missing.dropped <= mostMissing * missing.planned) return undefined
  return {
    failed: 'generator',
    reason: `the generator did not get to ${formatCount(missing.count - missing.dropped)} of ${formatNumberOf(missing.planned, 'iteration')}`,
  }
}

function findBrokenCondition({ thresholds }: TestResult): Outcome | undefined {
  const broken = thresholds.filter(({ passed, inconclusive }) => !passed && inconclusive === null)
  if (broken.length === 0) return undefined
  return { failed: 'slo', reason: broken.map(({ selector, condition, text }) => `${selector} ${condition} failed: ${text}`).join('; ') }
}

const openConditions = { 'few-samples': 'samples', generator: 'generator', unfinished: 'rate', interrupted: 'invalid' } as const

function findOpenCondition({ thresholds }: TestResult): Outcome | undefined {
  const open = thresholds.find(({ inconclusive }) => inconclusive !== null)
  if (open === undefined || open.inconclusive === null) return undefined
  const { selector, condition, text, inconclusive } = open
  return { failed: openConditions[inconclusive.cause], reason: `${selector} ${condition}: ${text}` }
}

// A scenario with a rate has users, whose iterations were planned.
function findMissed(test: TestResult, name: string): Outcome | undefined {
  const scenario = scenarioOf(test, name)
  if (scenario === undefined || scenario.users === null) return undefined
  const { users } = scenario
  const { scheduled, started, dropped, aborted } = users.iterations
  if (started === 0) return { failed: 'rate', reason: 'nothing was started' }
  // An iteration may continue after an aborted request.
  const underWay = Math.max(countAborted(scenario), aborted)
  if (dropped + underWay <= mostMissing * scheduled) return undefined
  const parts = [
    ...(dropped > 0 ? [`${formatCount(dropped)} of ${formatNumberOf(scheduled, 'iteration')} were dropped, because no user was free`] : []),
    ...(underWay > 0 ? [`${formatCount(underWay)} of ${formatCount(scheduled)} were still under way at the end`] : []),
  ]
  return { failed: 'rate', reason: parts.join('; ') }
}

function countAborted(scenario: ScenarioSummary): number {
  return requestKinds(scenario).reduce((sum, { requests }) => sum + requests.counts.outcomes.aborted, 0)
}

function findInvalid({ verdict, interrupted }: TestResult): Outcome | undefined {
  if (interrupted !== null) return { failed: 'invalid', reason: `ended early: ${interrupted.reason}` }
  if (verdict.level !== 'invalid') return undefined
  return { failed: 'invalid', reason: verdict.reasons.find(({ level }) => level === 'invalid')?.text ?? 'the result is invalid' }
}

function describeConditions({ thresholds }: TestResult): string {
  return thresholds.map(({ selector, text }) => `${selector}: ${text}`).join('; ')
}

function scenarioOf({ scenarios }: TestResult, name: string): ScenarioSummary | undefined {
  return scenarios.find((scenario) => scenario.name === name)
}
