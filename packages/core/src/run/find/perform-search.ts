import type { Config } from '../../config/config.ts'
import type { ResolvedConfig } from '../../config/resolved-config.ts'
import { isBenchpressError } from '../../base/errors/benchpress-error.ts'
import { redactConfig } from '../../base/redact/redact-config.ts'
import { hideSecrets } from '../../base/redact/secrets.ts'
import { labelOfPoint } from '../../result/summary/test-summary.ts'
import type { RunningTarget } from '../../target/target.ts'
import { worstVerdict } from '../../result/verdict/verdict.ts'
import { constantCurve } from '../../model/workload/load-curve.ts'
import { captureEnvironment } from '../capture-environment.ts'
import { refuseTravel } from '../machines/machines.ts'
import { runOnTarget, runTest, interruptedEarly, unfinishedTest } from '../run-test.ts'
import { type RunListeners, type TestContext, ProgressListener } from '../progress.ts'
import type { FoundStep, SuiteResult, TestResult } from '../../result/shape/result.ts'
import { describeFound, searchSteps, type SearchEnd, type StepOrder, type StepOutcome } from './search-steps.ts'
import { type FindMaxRateOptions, resolveSearch, type ResolvedSearch } from './resolve-search.ts'
import type { ScenarioSummary } from '../../result/summary/scenario-summary.ts'
import { formatNumber, formatTime, plural } from '../../base/units/format.ts'
import { findMissing } from '../../result/verdict/offered-load.ts'
import { steadySeconds } from '../../result/verdict/rules/sample-rules.ts'
import { findGrowth } from '../../result/verdict/stationarity.ts'
import { requestKinds } from '../../result/verdict/request-kinds.ts'

const variant = 'default'

interface Progressing {
  readonly tests: TestResult[]
  readonly steps: FoundStep[]
  end: SearchEnd
}

/** Implements `findMaxRate`. */
export async function performSearch(config: Config, options: FindMaxRateOptions): Promise<SuiteResult> {
  const search = await resolveSearch(config, options)
  refuseTravel([search.config], options)
  const environment = await captureEnvironment()
  const done: Progressing = { tests: [], steps: [], end: undefined }
  const given = redactConfig(config)
  const suiteOf = ({ tests, steps, end }: Progressing): SuiteResult => {
    const found = describeFound({ slo: search.slo, bounds: search.needs.bounds, steps, end })
    const verdict = judgeSearch({ tests, steps, end }, found.value)
    return { schemaVersion: 2, name: hideSecrets(search.config.name), verdict, environment, config: given, found, tests }
  }
  const listener = new ProgressListener(options, (running) =>
    suiteOf({ tests: [...done.tests, ...running], steps: [...done.steps], end: 'interrupted' }),
  )
  const { listeners } = listener
  const first = atRate(search, search.needs.bounds.start, search.needs.seconds)
  const reached = await runOnTarget(first, { variant, repeat: 1, repeats: 1 }, listeners, async (target) => {
    await runSteps(search, target, listeners, done)
    return true
  })
  if (reached === undefined) {
    done.end = 'interrupted'
    done.tests.push(unfinishedTest(first, interruptedEarly, { variant, repeat: 1 }))
  }
  listener.failed.throwIfAborted()
  return suiteOf(done)
}

async function runSteps(search: ResolvedSearch, target: RunningTarget, listeners: RunListeners, done: Progressing): Promise<void> {
  const { signal, onPartial, machines } = listeners
  const measure = async ({ value, repeat, step, seconds, confirms }: StepOrder): Promise<StepOutcome | undefined> => {
    const config = atRate(search, value, seconds)
    const point = `step ${step}${config.sweep === null ? '' : `, ${labelOfPoint(config.sweep)}`}`
    const { onProgress: tell } = listeners
    const onProgress: RunListeners['onProgress'] = tell && ((progress) => tell({ ...progress, point }))
    const test = await runStep({ config, target, variant, repeat, repeats: 1, signal, machines, onProgress, onPartial }, done)
    done.tests.push(test)
    // A step that was cut off neither passed nor failed.
    return signal.aborted ? undefined : judgeStep(test, search.scenario, confirms)
  }
  done.end = await searchSteps(search.needs, measure, done.steps)
}

// The results so far must not be lost.
async function runStep(context: TestContext, { tests }: Progressing): Promise<TestResult> {
  return await runTest(context).catch((error: unknown) => {
    if (tests.length === 0 || !isBenchpressError(error) || error.code === 'INVALID_CONFIG') throw error
    return unfinishedTest(context.config, { cause: 'target', reason: error.message }, context)
  })
}

/** Makes the config of a step: the searched scenario has the level as its rate, and the length of the step. */
function atRate({ config, scenario }: ResolvedSearch, value: number, seconds: number): ResolvedConfig {
  const point = { of: config.name, parameter: 'rate', value }
  return {
    ...config,
    name: `${config.name} ${labelOfPoint(point)}`,
    sweep: point,
    scenarios: config.scenarios.map((each): ResolvedConfig['scenarios'][number] => {
      if (each.name !== scenario || each.workload.kind !== 'rate') return each
      const curve = constantCurve(value, Math.round(seconds * 1e6))
      // A search is meant to go below the planned rate.
      return { ...each, abortIfRateBelow: undefined, workload: { ...each.workload, curve } }
    }),
  }
}

// Failed steps are expected in a search, and do not count against the found rate.
function judgeSearch({ tests, end }: Progressing, value: number | null): SuiteResult['verdict'] {
  const atValue = tests.filter(({ sweep, interrupted }) => sweep?.value === value && interrupted === null)
  const judged = value === null || atValue.length === 0 || end === 'target' ? tests : atValue
  return worstVerdict(judged, ({ name, repeat }) => `${name} run ${repeat}`)
}

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
 * @param confirms whether its response times must not grow, as they do while a queue grows
 */
export function judgeStep(test: TestResult, scenario: string, confirms = false): StepOutcome {
  const outcome = findLostTarget(test) ??
    findLostGenerator(test, scenario) ??
    findBrokenCondition(test) ??
    findMissed(test, scenario) ??
    findInvalid(test) ??
    (confirms ? findGrowing(test, scenario) : undefined) ??
    findOpenCondition(test) ?? { failed: null, reason: describeConditions(test) }
  const open = test.thresholds.flatMap(({ inconclusive }) => (inconclusive?.cause === 'few-samples' ? inconclusive.times : []))
  return { ...outcome, times: open.includes(null) ? null : Math.max(1, ...open.map(Number)) }
}

function findGrowing(test: TestResult, name: string): Outcome | undefined {
  const scenario = scenarioOf(test, name)
  if (scenario === undefined) return undefined
  for (const kind of requestKinds(scenario)) {
    const seconds = steadySeconds(kind, scenario)
    const growth = findGrowth(seconds)
    if (growth === null) continue
    const rose = `response times${kind.of} rose by ${formatTime(growth)} each second of ${formatNumber(seconds.length)}`
    return { failed: 'rate', reason: `${rose}: it does not serve this rate for long` }
  }
  return undefined
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
    reason: `the generator did not get to ${formatNumber(missing.count - missing.dropped)} of ${plural(missing.planned, 'iteration')}`,
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
    ...(dropped > 0 ? [`${formatNumber(dropped)} of ${plural(scheduled, 'iteration')} were dropped, because no user was free`] : []),
    ...(underWay > 0 ? [`${formatNumber(underWay)} of ${formatNumber(scheduled)} were still under way at the end`] : []),
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
