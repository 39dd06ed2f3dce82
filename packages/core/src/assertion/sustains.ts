import { parseRate } from '../base/units/rate.ts'
import type { ScenarioSummary } from '../result/summary/summary.ts'
import { formatFigure } from '../result/threshold/format-figure.ts'
import type { Quantity } from '../result/threshold/quantity.ts'
import { formatCount } from '../result/verdict/figures.ts'
import { rateOfGenerator } from '../result/verdict/generator-times.ts'
import { undecided, type Finding } from './finding.ts'
import { ifValid } from './if-valid.ts'
import { readLimit } from './read-limit.ts'
import type { Subject } from './subject.ts'
import { leastInSecond, measureRate, type SustainedRate } from './sustained-rate.ts'
import { writeMessage, type Fact } from './write-message.ts'

const share: Quantity = { kind: 'share', unit: undefined }
const perSecond: Quantity = { kind: 'perSecond', unit: undefined }
/** Share of the full seconds that may fall short. */
const shortAllowed = 0.1

/** How exactly a rate is to be met. */
export interface SustainOptions {
  /** Share that may be missing, such as `1%`, which is the default. */
  readonly within?: string | number
}

/**
 * Finds whether a scenario sustained a rate such as `500/s`: ok answers, or iterations where it has journeys, that came in its run phase.
 *
 * It did when two things hold. The mean over the run phase is at most `within` less than the rate; more is fine. And in nine of ten full
 * seconds no fewer came than three standard deviations of a Poisson count below that, so that a target which stalls and catches up does not
 * pass by its mean. Undecided where the run is invalid, without a full second, and where it did not but the verdict says that the generator or its
 * machine may have been why.
 *
 * Without a warm-up, the answers that a scenario waits for at its start are missing from its mean.
 *
 * @throws TypeError when there is no one scenario, or rate or share cannot be read
 */
export function sustains(subject: Subject, rate: string | number, { within = '1%' }: SustainOptions = {}): Finding {
  const { name, test } = subject
  const scenario = onlyScenario(subject)
  const wanted = parseRate(rate)
  if (wanted === undefined || wanted === 0) throw new TypeError(`"${rate}" is not a rate; write one such as 500/s or 30/m`)
  const missing = readLimit(within, share)
  const least = wanted * (1 - missing)
  const asked = `${formatFigure(wanted, perSecond)} within ${formatFigure(missing, share)}`
  return ifValid(subject, () => {
    if (scenario.duration < 1) return undecided(writeMessage(`nothing can be said of ${name}: it ran for less than a second`, [], test))
    const measured = measureRate(scenario, least)
    const isSteady = measured.shortSeconds <= shortAllowed * measured.fullSeconds
    const was = describeRate(measured, least)
    const isSustained = measured.perSecond >= least && isSteady
    const own = isSustained ? undefined : rateOfGenerator(test.verdict.reasons)
    if (own !== undefined) {
      const text = `nothing can be said of ${name}: it had ${was}, not ${asked}, but that may be ${own.owner} own (${own.reason.rule})`
      return undecided(writeMessage(text, [], test))
    }
    return {
      outcome: isSustained ? 'holds' : 'fails',
      message: (isNegated) => {
        const claim = isNegated ? `sustained ${asked}, but was expected not to` : `did not sustain ${asked}`
        const facts = [
          ['expected', describeLeast(measured, least)] as const,
          ['actual', was] as const,
          ...describeCircumstances(measured, scenario),
        ]
        return writeMessage(`${name} ${claim}: it had ${was}`, [...facts, ['limited by', test.limitedBy]], test)
      },
    }
  })
}

function onlyScenario({ name, scenarios }: Subject): ScenarioSummary {
  const [only, ...others] = scenarios
  if (only === undefined) throw new TypeError(`what ${name} did in each second is not kept; assert a rate of its scenario`)
  if (others.length === 0) return only
  throw new TypeError(`${name} has several scenarios; assert a rate of one of them, such as result.scenario("${only.name}")`)
}

function describeRate({ perSecond: mean, fullSeconds, shortSeconds }: SustainedRate, least: number): string {
  const rate = formatFigure(mean, perSecond, least)
  return shortSeconds === 0 ? rate : `${rate}, and too few in ${shortSeconds} of ${fullSeconds} seconds`
}

function describeLeast({ fullSeconds }: SustainedRate, least: number): string {
  const mean = `at least ${formatFigure(least, perSecond)}`
  return fullSeconds === 0 ? mean : `${mean}, and ${formatCount(Math.ceil(leastInSecond(least)))} or more in nine of ten seconds`
}

function describeCircumstances({ count, unit }: SustainedRate, { workload: { warmup } }: ScenarioSummary): readonly Fact[] {
  const samples: Fact = ['samples', `${formatCount(count)} ${unit}`]
  return warmup > 0 ? [samples] : [samples, ['warm-up', 'none, so that the answers that were waited for at first are missing']]
}
