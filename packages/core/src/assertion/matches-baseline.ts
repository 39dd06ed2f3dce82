import { formatShare } from '../base/units/format.ts'
import type { LeftOutTest } from '../compare/baseline.ts'
import { readBaselines, replaceBaselines, type BaselineUpdate } from '../compare/baseline-folder.ts'
import { compareWithBaseline } from '../compare/compare-baseline.ts'
import type { FigureComparison } from '../compare/compare-figures.ts'
import { machineOf } from '../compare/facts.ts'
import { nameWithVariant, nameOfTest } from '../compare/side.ts'
import type { TestResult } from '../result/shape/result.ts'
import { share } from '../result/threshold/quantity.ts'
import { formatRatio, shownRun, suitesOf, whyInvalid } from './compared-runs.ts'
import { decided, readLimit, undecided, undecidedFinding, type Fact, type Finding } from './finding.ts'

/** How results are compared with a baseline. */
export interface BaselineOptions {
  /** The share by which a figure may be worse, such as `10%`: it fails when its whole interval lies beyond. Default `5%`. */
  readonly tolerance?: string | number
  /** Folder of the baselines. Default `benchpress-baselines`, next to the test file or in the working directory. */
  readonly folder?: string
}

interface Asked {
  readonly folder: string
  readonly name: string
  readonly tolerance?: string | number | undefined
  readonly update: boolean
  /** The test of a test runner that makes the comparison, if that is known. */
  readonly askedBy?: string | undefined
}

/**
 * Judges whether no figure of results is worse than in a baseline by more than the tolerance with its whole interval. Reads and writes files
 * synchronously.
 *
 * Undecided when a run is invalid, when there is no baseline of this machine and plan, when runs are too few on either side, when no figure can be
 * decided, and when a figure is worse but the tolerance lies within its interval.
 *
 * @throws TypeError when results or tolerance cannot be read; BenchpressError `NOT_COMPARABLE` for a file that cannot be read
 */
export function matchesBaseline(given: unknown, { folder, name, tolerance = '5%', update, askedBy }: Asked): Finding {
  checkName(name)
  const suites = suitesOf(given)
  const runs = suites.flatMap(({ tests }) => tests)
  const first = shownRun(runs)
  const margin = readTolerance(tolerance)
  const invalid = whyInvalid(suites)
  if (invalid !== undefined) return invalid
  if (update) return updated(replaceBaselines({ folder, name }, suites, askedBy), first)
  const machines = suites.map(({ environment }) => machineOf(environment))
  const compared = compareWithBaseline(readBaselines(folder, name, machines[0] ?? {}), suites, { margin, askedBy })
  const { figures, notes } = compared.comparison ?? { figures: [], notes: [] }
  const of = (answer: FigureComparison['answer']): readonly FigureComparison[] => figures.filter((figure) => figure.answer === answer)
  const areSeveral = new Set(runs.map(nameWithVariant)).size > 1
  const describe = (figure: FigureComparison): string => describeFigure(figure, areSeveral)
  const facts = factsOf(compared.notCompared, [
    ['worse', of('worse').map(describe)],
    ['better', of('better').map(describe)],
    ['inconclusive', of('inconclusive').map(describe)],
    ['undecided', compared.undecided.flatMap(({ test, because }) => because.map((text) => (areSeveral ? `${test}: ${text}` : text)))],
    ['notes', notes ?? []],
  ])
  const concerned = [
    ...of('worse').map(({ part }) => nameOfTest(part)),
    ...[...compared.notCompared, ...compared.undecided].map(({ test }) => test),
  ]
  const own = runs.filter((run) => nameWithVariant(run) === concerned[0])
  const shown = own.length === 0 ? first : shownRun(own)
  if (compared.outcome === 'undecided') return undecidedFinding(`the results beside ${compared.name}`, shown, facts)
  return decided(compared.outcome === 'held', shown, (isNegated) => [
    isNegated
      ? `the results are no worse than ${compared.name}, but were expected to be`
      : `the results are worse than ${compared.name}, with a tolerance of ${formatShare(margin)}`,
    ...facts,
  ])
}

function readTolerance(tolerance: string | number): number {
  const margin = readLimit(tolerance, share)
  if (!(margin > 0 && margin < 1)) throw new TypeError(`the tolerance ${formatShare(margin)} is not above 0 % and below 100 %`)
  return margin
}

function checkName(name: unknown): void {
  if (typeof name !== 'string')
    throw new TypeError(`the name of a baseline is ${JSON.stringify(name) ?? 'missing'}; write one such as 'main'`)
}

/** The finding of an update: it holds for tests that were written, and fails for tests that were refused. */
function updated({ refused }: BaselineUpdate, first: TestResult): Finding {
  if (refused.length > 0) return undecided('the baseline was not made of these results', factsOf(refused), first)
  return decided(true, first, () => ['the results became the baseline, so that they cannot differ from it'])
}

function factsOf(leftOut: readonly LeftOutTest[], others: readonly (readonly [string, readonly string[]])[] = []): readonly Fact[] {
  const because = leftOut.flatMap((each) => each.because.map((text) => `${each.test}: ${text}`))
  const hints = [...new Set(leftOut.map(({ hint }) => hint))]
  const all: readonly (readonly [string, readonly string[]])[] = [['not compared', because], ['to do', hints], ...others]
  return all.filter(([, lines]) => lines.length > 0)
}

function describeFigure({ part, metric, aggregate, ratio, interval, because, unit }: FigureComparison, hasOthers: boolean): string {
  const of = `${part.names.toReversed().join(' of ')}${hasOthers ? `, ${nameOfTest(part)}` : ''}`
  return `${metric} ${aggregate} of ${of}: ${because ?? formatRatio(ratio, interval, unit === 'share')}`
}
