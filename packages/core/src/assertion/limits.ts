import { percentiles, type PercentileName } from '../model/metrics/time-summary.ts'
import { describeCount, judgeMeasured } from '../result/threshold/evaluate-threshold.ts'
import { formatQuantity, share, quantityPerSecond } from '../result/threshold/quantity.ts'
import { timesOfGenerator, rateOfGenerator } from '../result/verdict/generator-times.ts'
import { decided, ifValid, readLimit, together, undecidedFinding, type Finding, type Fact } from './finding.ts'
import type { Distribution, Subject } from './subject.ts'
import type { TestResult } from '../result/shape/result.ts'
import { formatNumber } from '../base/units/format.ts'
import { parseRate } from '../base/units/duration.ts'
import type { ScenarioSummary } from '../result/summary/scenario-summary.ts'
import { okResponses, type SecondSummary } from '../result/summary/series-summary.ts'
import { requestKinds } from '../result/verdict/request-kinds.ts'
import { fullSecond } from '../result/verdict/stretches.ts'

/** The name of a percentile that can be asserted. */
export type AssertedPercentile = Extract<PercentileName, 'p50' | 'p90' | 'p95' | 'p99' | 'p99_9'>

/**
 * Judges whether a percentile of the response time, or of a metric's values, is below a limit such as `25ms`. With requests over HTTP and of plugins,
 * the percentiles of both kinds must be below the limit.
 *
 * Undecided when the run is invalid, when the samples leave it open, when only a lower bound below the limit is known, and when the percentile exceeds
 * the limit but, by the verdict, the generator or its machine may have caused the times.
 *
 * @see decideLimit
 *
 * @throws TypeError when the limit has no unit, or there are no values
 */
export function hasPercentileBelow(subject: Subject, figure: AssertedPercentile, limit: string | number): Finding {
  const [first, ...others] = subject.distributions
  if (first === undefined) throw new TypeError(`${subject.name} has no distribution, and so no p${percentiles[figure]}`)
  const find = (distribution: Distribution): Finding => isPercentileBelow(subject, distribution, figure, limit)
  return together([find(first), ...others.map(find)])
}

function isPercentileBelow(subject: Subject, distribution: Distribution, figure: AssertedPercentile, limit: string | number): Finding {
  const { test } = subject
  const { values, quantity } = distribution
  const percentile = percentiles[figure]
  const most = readLimit(limit, quantity)
  return ifValid(subject, () => {
    const name = `p${percentile} of ${distribution.name}`
    const judged = judgeMeasured({ type: 'trend', values }, { aggregate: `p${percentile}`, operator: '<', limit: most }, quantity, 0)
    if (judged === undefined) return undecidedFinding(`${name}: there are no samples`, test)
    const { was, open, decision } = judged
    const samples = describeCount(values.count, values.unfinished?.count ?? 0)
    const wanted = `below ${formatQuantity(most, quantity)}`
    if (open !== undefined) return undecidedFinding(`${name}: it was ${was} (n=${samples}), and ${open.text}`, test)
    const passes = decision.holds === true
    const doubt = passes ? undefined : describeGenerator(subject, distribution, 1 - percentile / 100, wanted)
    if (doubt !== undefined) return undecidedFinding(`${name}: it was ${was}${doubt}`, test)
    return isBelow({ name, was, wanted, samples }, passes, test)
  })
}

// Why the target may not be the cause of an exceeded limit.
function describeGenerator({ test }: Subject, { quantity, metric }: Distribution, beyond: number, wanted: string): string | undefined {
  const own = quantity.kind === 'time' ? timesOfGenerator(metric, beyond, test, test.verdict.reasons) : undefined
  return own === undefined ? undefined : ` and is not ${wanted}, but may be ${own.owner} own (${own.reason.rule})`
}

const mostErrors = 3

/**
 * Judges whether the share of failed requests, without aborted ones, is below a limit such as `0.1%`; for checks, the share of failed checks.
 *
 * Undecided when the run is invalid, when there was nothing that could fail, and when the samples leave it open.
 *
 * @see decideLimit
 *
 * @throws TypeError when the limit is not a share, or the figure counts no failures
 */
export function hasErrorRateBelow(subject: Subject, limit: string | number): Finding {
  const { test, failures } = subject
  if (failures === undefined) throw new TypeError(`${subject.name} has no error rate`)
  const { name, failed, total } = failures
  const most = readLimit(limit, share)
  return ifValid(subject, () => {
    const judged = judgeMeasured({ type: 'rate', hits: failed, total }, { aggregate: 'rate', operator: '<', limit: most }, share, 0)
    if (judged === undefined) return undecidedFinding(`${name}: there are no samples`, test)
    const { was, open, decision } = judged
    const samples = `${formatNumber(total)}, of which ${formatNumber(failed)} failed`
    if (open !== undefined) return undecidedFinding(`${name}: it was ${was} (${samples}), and ${open.text}`, test)
    const wanted = `below ${formatQuantity(most, share)}`
    return isBelow({ name, was, wanted, samples }, decision.holds === true, test, describeErrors(subject))
  })
}

function isBelow(
  { name, was, wanted, samples }: Record<'name' | 'was' | 'wanted' | 'samples', string>,
  passes: boolean,
  test: TestResult,
  more: readonly Fact[] = [],
): Finding {
  return decided(passes, test, (isNegated) => {
    const expected = isNegated ? `not ${wanted}` : wanted
    const facts: readonly Fact[] = [['expected', expected], ['actual', was], ['samples', samples], ...more]
    return [`${name} was ${was}, but was expected to be ${expected}`, ...facts]
  })
}

function describeErrors({ scenarios }: Subject): readonly Fact[] {
  const errors = scenarios
    .flatMap((scenario) => [scenario, ...(scenario.users?.pluginRequests ?? [])].flatMap((requests) => requests.errors))
    .filter(({ outcome }) => outcome !== 'aborted')
    .toSorted((a, b) => b.count - a.count)
    .slice(0, mostErrors)
  return errors.length === 0
    ? []
    : [['errors', errors.map(({ count, outcome, reason }) => `${formatNumber(count)} x ${outcome}: ${reason}`)]]
}

/** Largest share of the full seconds that may fall short. */
const shortAllowed = 0.1

/** How closely a rate has to be reached. */
export interface SustainOptions {
  /** Share of the rate that may be missing, such as `1%`, which is the default. */
  readonly within?: string | number
}

/**
 * Judges whether a scenario sustained a rate such as `500/s` in its run phase: of ok responses, or of iterations if it has journeys.
 *
 * Two conditions must hold. The mean over the run phase is at most `within` below the rate; more is fine. And nine of ten full seconds are at most
 * three standard deviations of a Poisson count below that, so that a target that stalls and catches up does not pass by its mean. Undecided when the
 * run is invalid, without a full second, and when the rate was not reached but, by the verdict, the generator or its machine may be the cause.
 *
 * Without a warm-up, the responses that a scenario waits for at its start are missing from its mean.
 *
 * @throws TypeError when there is not exactly one scenario, or rate or share cannot be read
 */
export function sustains(subject: Subject, rate: string | number, { within = '1%' }: SustainOptions = {}): Finding {
  const { name, test } = subject
  const scenario = onlyScenario(subject)
  const wanted = parseRate(rate)
  if (wanted === undefined || wanted === 0) throw new TypeError(`"${rate}" is not a rate; write one such as 500/s or 30/m`)
  const missing = readLimit(within, share)
  const least = wanted * (1 - missing)
  const asked = `${formatQuantity(wanted, quantityPerSecond)} within ${formatQuantity(missing, share)}`
  return ifValid(subject, () => {
    if (scenario.duration < 1) return undecidedFinding(`${name}: it ran for less than a second`, test)
    const measured = measureRate(scenario, least)
    const isSteady = measured.shortSeconds <= shortAllowed * measured.fullSeconds
    const was = describeRate(measured, least)
    const isSustained = measured.perSecond >= least && isSteady
    const own = isSustained ? undefined : rateOfGenerator(test.verdict.reasons)
    if (own !== undefined) {
      return undecidedFinding(`${name}: it had ${was}, not ${asked}, but that may be ${own.owner} own (${own.reason.rule})`, test)
    }
    return decided(isSustained, test, (isNegated) => [
      `${name} ${isNegated ? `sustained ${asked}, but was expected not to` : `did not sustain ${asked}`}: it had ${was}`,
      ['expected', describeLeast(measured, least)],
      ['actual', was],
      ...describeCircumstances(measured, scenario),
      ['limited by', test.limitedBy.text],
    ])
  })
}

function onlyScenario({ name, scenarios }: Subject): ScenarioSummary {
  const [only, ...others] = scenarios
  if (only === undefined) throw new TypeError(`what ${name} did in each second is not kept; assert a rate of its scenario`)
  if (others.length === 0) return only
  throw new TypeError(`${name} has several scenarios; assert a rate of one of them, such as result.scenario("${only.name}")`)
}

function describeRate({ perSecond: mean, fullSeconds, shortSeconds }: SustainedRate, least: number): string {
  const rate = formatQuantity(mean, quantityPerSecond, least)
  return shortSeconds === 0 ? rate : `${rate}, and too few in ${shortSeconds} of ${fullSeconds} seconds`
}

function describeLeast({ fullSeconds }: SustainedRate, least: number): string {
  const mean = `at least ${formatQuantity(least, quantityPerSecond)}`
  return fullSeconds === 0 ? mean : `${mean}, and ${formatNumber(Math.ceil(leastInSecond(least)))} or more in nine of ten seconds`
}

function describeCircumstances({ count, unit }: SustainedRate, { workload: { warmup } }: ScenarioSummary): readonly Fact[] {
  const samples: Fact = ['samples', `${formatNumber(count)} ${unit}`]
  return warmup > 0 ? [samples] : [samples, ['warm-up', 'none, so that the responses that were waited for at first are missing']]
}

/** The number of standard deviations below the required rate that chance alone explains in one second. */
const byChance = 3

/** The rate of a scenario over its run phase. */
interface SustainedRate {
  readonly unit: 'ok responses' | 'iterations'
  readonly perSecond: number
  readonly count: number
  /** The number of full seconds of the run phase; 0 where the result has no figures of single seconds. */
  readonly fullSeconds: number
  /** The number of full seconds with fewer responses or iterations than {@link leastInSecond} allows. */
  readonly shortSeconds: number
}

/** The fewest responses in one second at a mean rate: three standard deviations less, assuming independent responses. */
export function leastInSecond(mean: number): number {
  return Math.max(0, mean - byChance * Math.sqrt(mean))
}

/**
 * Measures the rate of a scenario in its run phase: of ok responses, over HTTP and to plugins, or of iterations if it has journeys.
 *
 * Only responses that arrived in the run phase count, so that a target that responds late does not look fast. Iterations are derived from ok responses
 * by the number of ok responses for each completed iteration, because the times of responses are known, but not those of the ends of iterations.
 *
 * @param least the required rate, by which seconds that fall short are counted
 */
export function measureRate(scenario: ScenarioSummary, least: number): SustainedRate {
  const { users, duration } = scenario
  const kinds = requestKinds(scenario).map(({ requests }) => requests)
  const completed = users !== null && users.journeys.length > 0 ? users.iterations.completed : undefined
  const ok = kinds.reduce((sum, { counts }) => sum + counts.outcomes.ok, 0)
  if (completed !== undefined && (completed === 0 || ok === 0)) {
    return { unit: 'iterations', perSecond: duration > 0 ? completed / duration : 0, count: completed, fullSeconds: 0, shortSeconds: 0 }
  }
  const responsesEach = completed === undefined ? 1 : ok / completed
  const full = scenario.series.filter(({ length }) => length >= fullSecond)
  const okIn = ({ at }: SecondSummary): number =>
    kinds.flatMap(({ series }) => series[at] ?? []).reduce((sum, second) => sum + okResponses(second), 0)
  return {
    unit: completed === undefined ? 'ok responses' : 'iterations',
    perSecond: kinds.reduce((sum, { throughput }) => sum + throughput.okPerSecond, 0) / responsesEach,
    count: completed ?? ok,
    fullSeconds: full.length,
    shortSeconds: full.filter((second) => okIn(second) / responsesEach < leastInSecond(least)).length,
  }
}
