import type { RunsComparison, SuiteResult } from '@benchpress/core'
import { compareVariants, formatChange, formatNumber, formatShare, formatTime, unequalNote } from '@benchpress/core/report'
import type { ComparedFigure, ComparedFigureName, ReportCell, ReportSection, ReportTable, VariantComparison } from '@benchpress/core/report'
import { formatInterval } from './figure-names.ts'
import { introOfSides, spreadCell, spreadOfSide } from '../format/cell.ts'
import { inOneLine } from '../format/texts.ts'
import { nameRun } from './runs.ts'
import { runsByVariantTable } from './runs-tables.ts'

/** Compares the variants of a target, and names the better one where the runs decide it; no section for a single variant. */
export function variantsSections(suite: SuiteResult): readonly ReportSection[] {
  const comparisons = compareVariants(suite)
  return [...Map.groupBy(comparisons, ({ test, scenario }) => JSON.stringify([test, scenario])).values()].flatMap((ofOne) => [
    ...ofOne
      .slice(0, 1)
      .map((first) => ({ title: titleOf('Runs by variant', first, suite), detail: true, parts: [runsByVariant(first, suite)] })),
    ...ofOne.map((comparison) => ({
      title: titleOf(`${comparison.baseline} and ${comparison.other}`, comparison, suite),
      intro: `${introOfSides(false)}; better only where the 95 % interval of all differences together decides it`,
      parts: [comparisonTable(comparison), ...unequalLines(comparison), ...missingLines(comparison, suite)],
    })),
  ])
}

function titleOf(what: string, { test, scenario }: VariantComparison, { tests }: SuiteResult): string {
  const own = tests.filter(({ name }) => name === test)
  const of = [...(own.length < tests.length ? [test] : []), ...(own.some(({ scenarios }) => scenarios.length > 1) ? [scenario] : [])]
  return [what, ...of].join(', ')
}

function runsByVariant({ test, scenario }: VariantComparison, { tests }: SuiteResult): ReportTable {
  const runs = tests
    .filter(({ name }) => name === test)
    .flatMap((each) => each.scenarios.filter(({ name }) => name === scenario).map((own) => ({ test: each, scenario: own })))
  return runsByVariantTable([...Map.groupBy(runs, (run) => run.test.variant).values()].flat())
}

function comparisonTable(comparison: VariantComparison): ReportTable {
  const { baseline, other, figures } = comparison
  return {
    head: ['Figure', baseline, other, 'Difference', 'Better'],
    texts: ['Better'],
    rows: figures.map((figure) => [
      labels[figure.name],
      sideCell(figure, 'base', isMissing(comparison, baseline, figure.baseline)),
      sideCell(figure, 'head', isMissing(comparison, other, figure.other)),
      differenceCell(figure),
      figure.better ?? `none: ${whyNone(figure)}`,
    ]),
  }
}

/** Writes the difference of the second side from the first, with its interval where there is one: `+8.1 % (+5.2 % to +11 %)`. */
function differenceCell({ ratio, interval }: Pick<RunsComparison, 'ratio' | 'interval'>): ReportCell {
  if (ratio === null) return 'n/a'
  const within = interval === null ? '' : ` (${formatInterval(interval, false)})`
  return { figure: `${formatChange(ratio - 1)}${within}`, value: ratio - 1 }
}

/** Writes why neither side is better, as the end of a sentence. */
export function whyNone({ answer, because, margin }: Pick<RunsComparison, 'answer' | 'because' | 'margin'>): string {
  return answer === 'equivalent' ? `the same within ${formatShare(margin)}` : (because ?? '')
}

function isMissing({ missing }: VariantComparison, variant: string, values: readonly number[]): boolean {
  return values.length === 0 && missing.some((run) => run.variant === variant)
}

function sideCell({ name, sides }: ComparedFigure, side: 'base' | 'head', isNotRun: boolean): ReportCell {
  if (isNotRun) return 'n/a'
  return spreadCell(spreadOfSide(sides[side]), name === 'okPerSecond' ? formatNumber : formatTime)
}

function unequalLines({ baseline, other, figures }: VariantComparison): readonly (readonly string[])[] {
  const most = (side: 'baseline' | 'other'): number => Math.max(...figures.map((figure) => figure[side].length))
  const note = unequalNote(most('baseline'), most('other'), { base: baseline, head: other })
  return note === undefined ? [] : [[note]]
}

function missingLines({ missing, test }: VariantComparison, suite: SuiteResult): readonly (readonly string[])[] {
  if (missing.length === 0) return []
  return [
    missing.map(
      ({ variant, repeat, cause }) =>
        `n/a: ${nameRun({ name: test, variant, repeat }, suite)} is invalid, and sent nothing: ${inOneLine(cause)}`,
    ),
  ]
}

const labels: Readonly<Record<ComparedFigureName, string>> = {
  okPerSecond: 'Ok/Sec',
  mean: 'Latency avg',
  p50: 'Latency 50%',
  p99: 'Latency 99%',
}
