import { formatNumber, formatTime, plural } from '../../base/units/format.ts'
import type { FoundStep, TestResult } from '../../result/shape/result.ts'
import type { ScenarioSummary } from '../../result/summary/scenario-summary.ts'
import { findMissing } from '../../result/verdict/offered-load.ts'
import { requestKinds } from '../../result/verdict/request-kinds.ts'
import { steadySeconds } from '../../result/verdict/rules/sample-rules.ts'
import { findGrowth } from '../../result/verdict/stationarity.ts'
import type { StepOutcome } from './search.ts'

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
 * @param name the name of the scenario whose rate is searched
 * @param confirms whether its response times must not grow, as they do while a queue grows
 */
export function judgeStep(test: TestResult, name: string, confirms = false): StepOutcome {
  const { thresholds } = test
  const scenario = test.scenarios.find((each) => each.name === name)
  const outcome = findLostTarget(test) ??
    findLostGenerator(test, scenario) ??
    findBrokenCondition(thresholds) ??
    findMissed(scenario) ??
    findInvalid(test) ??
    (confirms ? findGrowing(scenario) : undefined) ??
    findOpenCondition(thresholds) ?? { failed: null, reason: thresholds.map(({ selector, text }) => `${selector}: ${text}`).join('; ') }
  const open = thresholds.flatMap(({ inconclusive }) => (inconclusive?.cause === 'few-samples' ? inconclusive.times : []))
  return { ...outcome, times: open.includes(null) ? null : Math.max(1, ...open.map(Number)) }
}

function findLostTarget({ target, interrupted }: TestResult): Outcome | undefined {
  const reason = target.failed?.reason ?? (interrupted?.cause === 'target' ? interrupted.reason : undefined)
  return reason === undefined ? undefined : { failed: 'target', reason }
}

function findLostGenerator(test: TestResult, scenario: ScenarioSummary | undefined): Outcome | undefined {
  const broken = test.verdict.reasons.find(({ rule, level }) => level === 'invalid' && generatorRules.has(rule))
  if (broken !== undefined) return { failed: 'generator', reason: broken.text }
  const { count = 0, dropped = 0, planned = 0 } = (scenario && findMissing(scenario, test)) ?? {}
  const missing = count - dropped
  if (missing <= mostMissing * planned) return undefined
  return { failed: 'generator', reason: `the generator did not get to ${formatNumber(missing)} of ${plural(planned, 'iteration')}` }
}

function findBrokenCondition(thresholds: TestResult['thresholds']): Outcome | undefined {
  const broken = thresholds.filter(({ passed, inconclusive }) => !passed && inconclusive === null)
  if (broken.length === 0) return undefined
  return { failed: 'slo', reason: broken.map(({ selector, condition, text }) => `${selector} ${condition} failed: ${text}`).join('; ') }
}

const openConditions = { 'few-samples': 'samples', generator: 'generator', unfinished: 'rate', interrupted: 'invalid' } as const

function findOpenCondition(thresholds: TestResult['thresholds']): Outcome | undefined {
  const [first] = thresholds.flatMap(({ selector, condition, text, inconclusive }): Outcome[] =>
    inconclusive === null ? [] : [{ failed: openConditions[inconclusive.cause], reason: `${selector} ${condition}: ${text}` }],
  )
  return first
}

// A scenario with a rate has users, whose iterations were planned.
function findMissed(scenario: ScenarioSummary | undefined): Outcome | undefined {
  if (scenario === undefined || scenario.users === null) return undefined
  const { scheduled, started, dropped, aborted } = scenario.users.iterations
  if (started === 0) return { failed: 'rate', reason: 'nothing was started' }
  // An iteration may continue after an aborted request.
  const requests = requestKinds(scenario).reduce((sum, kind) => sum + kind.requests.counts.outcomes.aborted, 0)
  const underWay = Math.max(requests, aborted)
  if (dropped + underWay <= mostMissing * scheduled) return undefined
  const parts = [
    ...(dropped > 0 ? [`${formatNumber(dropped)} of ${plural(scheduled, 'iteration')} were dropped, because no user was free`] : []),
    ...(underWay > 0 ? [`${formatNumber(underWay)} of ${formatNumber(scheduled)} were still under way at the end`] : []),
  ]
  return { failed: 'rate', reason: parts.join('; ') }
}

function findInvalid({ verdict, interrupted }: TestResult): Outcome | undefined {
  if (interrupted !== null) return { failed: 'invalid', reason: `ended early: ${interrupted.reason}` }
  if (verdict.level !== 'invalid') return undefined
  return { failed: 'invalid', reason: verdict.reasons.find(({ level }) => level === 'invalid')?.text ?? 'the result is invalid' }
}

function findGrowing(scenario: ScenarioSummary | undefined): Outcome | undefined {
  for (const kind of scenario === undefined ? [] : requestKinds(scenario)) {
    const seconds = scenario === undefined ? [] : steadySeconds(kind, scenario)
    const growth = findGrowth(seconds)
    if (growth === null) continue
    const rose = `response times${kind.of} rose by ${formatTime(growth)} each second of ${formatNumber(seconds.length)}`
    return { failed: 'rate', reason: `${rose}: it does not serve this rate for long` }
  }
  return undefined
}
