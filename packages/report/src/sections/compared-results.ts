import type { ComparedSide, FigureComparison, JudgedRegression, ResultsComparison } from '@benchpress/core'
import { formatChange, formatShare, formatValue, plural } from '@benchpress/core/report'
import type { ReportCell, ReportTable, ReportText } from '@benchpress/core/report'
import { forScreen } from './extras.ts'
import { formatChangeInterval, labelOf, nameBelow, nameOfFigure, namesOfParts, sectionsByEndpoint, type NamePart } from './figure-names.ts'
import { machineLine, toolLine } from '../format/machine-line.ts'
import { introOfSides, spreadCell, spreadOfSide } from '../format/cell.ts'
import { capitalized, toJson } from '../format/texts.ts'
import type { DocumentSection, ReportDocument } from '../render/report-document.ts'

/**
 * Makes the report of a comparison of two sides: each figure with the interval of its ratio of head to base, the differences that were allowed, and last the
 * answer.
 *
 * @param amount how much a terminal shows: everything, or one screen without endpoints
 */
export function comparisonDocument(
  comparison: ResultsComparison,
  { amount = 'full' }: { readonly amount?: 'full' | 'screen' } = {},
): ReportDocument {
  // A page begins with the answer, and then the conditions.
  const compared = comparedSections(comparison, amount).map((section, index) =>
    index === 0 ? { ...section, kind: 'thresholds' as const } : section,
  )
  return { title: `Comparison: ${comparison.name}`, sections: [sidesSection(comparison), ...compared] }
}

// All intervals of a comparison together have this confidence, those of its conditions apart.
const level = 'with a confidence of 95 %'

/** The sections of a comparison without those about its sides: tables, differences that were allowed, conditions, and the answer. */
export function comparedSections(comparison: ResultsComparison, amount: 'full' | 'screen'): readonly DocumentSection[] {
  const tables = [...Map.groupBy(comparison.figures, ({ part }) => JSON.stringify([part.test, part.variant])).values()].flatMap((figures) =>
    tableSections(figures, comparison),
  )
  const shown = amount === 'screen' ? tables.flatMap(forScreen) : tables
  const answer = answerLines(comparison)
  return [
    { title: '', on: 'page', parts: [{ lines: answer, as: 'paragraphs' }] },
    ...differencesSections(comparison),
    ...(comparison.notes === undefined ? [] : [{ title: 'Notes on the comparison', parts: [{ lines: comparison.notes }] }]),
    ...shown,
    ...regressionSections(comparison.regressions),
    { title: '', on: 'terminal', parts: [{ lines: answer }] },
  ]
}

/** Writes a comparison as JSON, as docs/compare.md describes it. */
export function comparisonJson(comparison: ResultsComparison): string {
  return `${toJson(comparison, 2)}\n`
}

function sidesSection(comparison: ResultsComparison): DocumentSection {
  const { base, head } = comparison
  const lines = [describeSide(base), describeSide(head)]
  return { title: `Comparison: ${comparison.name}`, level: 1, kind: 'environment', parts: [{ lines }] }
}

function describeSide({ name, of, environment, runs }: ComparedSide): ReportText {
  if (environment === null) return [{ text: `${name}:`, mark: 'strong' }, ` ${plural(runs, 'run')}`]
  const { git, startedAt } = environment
  // The commit of the working directory belongs to neither of two targets.
  const commit = git === null || of !== undefined ? '' : `, commit ${git.commit.slice(0, 12)}${git.dirty ? ' with changes' : ''}`
  return [
    { text: `${name}:`, mark: 'strong' },
    `${of === undefined || of === '' ? '' : ` ${of},`} ${runs === 0 ? 'no run counts' : `${plural(runs, 'run')} from ${startedAt} on`}, ${toolLine(environment)}, ${machineLine(environment)}${commit}`,
  ]
}

function differencesSections({ differences, failure }: ResultsComparison): readonly DocumentSection[] {
  if (differences.length === 0) return []
  return [
    {
      title: failure === undefined ? 'Compared in spite of' : 'The sides differ in',
      parts: [{ lines: differences.map(({ kind, text }): ReportText => [{ text: kind, mark: 'warning' }, `: ${text}`]) }],
    },
  ]
}

function tableSections(figures: readonly FigureComparison[], comparison: ResultsComparison): readonly DocumentSection[] {
  const [first] = figures
  if (first === undefined) return []
  const { figures: all, base, head } = comparison
  const isOnly = all.every(({ part }) => part.test === first.part.test && part.variant === first.part.variant)
  const sides = `${shownName(base)} and ${head.name}`
  const { test, variant } = first.part
  const title = isOnly ? sides : `${sides}, ${variant === 'default' ? test : `${test}, ${variant}`}`
  const intro = `${introOfSides(figures.some(isShare))}; the change from ${base.name} to ${head.name}, and where it lies ${level}, all figures together`
  return sectionsByEndpoint({ title, intro }, figures, (own) => [tableOf(own, comparison)])
}

function tableOf(figures: readonly FigureComparison[], { base, head }: ResultsComparison): ReportTable {
  return {
    head: ['Of', 'Figure', shownName(base), shownName(head), 'Change', 'Interval', 'Answer'],
    names: 2,
    texts: ['Interval', 'Answer'],
    isDense: true,
    rows: figures.map((figure, index): readonly ReportCell[] => [
      nameBelow(figure, figures[index - 1]),
      labelOf(figure),
      sideCell(figure, 'base'),
      sideCell(figure, 'head'),
      figure.ratio === null ? 'n/a' : { figure: formatChange(figure.ratio - 1, isShare(figure)), value: figure.ratio },
      figure.ratio === null ? 'n/a' : formatChangeInterval(figure.interval, isShare(figure)),
      figure.answer,
    ]),
  }
}

function sideCell({ sides, unit }: FigureComparison, side: 'base' | 'head'): ReportCell {
  return spreadCell(spreadOfSide(sides[side]), (value) => formatValue(value, unit))
}

// Variants have the names that users gave them.
function shownName({ name }: ComparedSide): string {
  return /^(?:base|head|baseline .*|this run)$/.test(name) ? capitalized(name) : name
}

function isShare({ unit }: FigureComparison): boolean {
  return unit === 'share'
}

function regressionSections(regressions: readonly JudgedRegression[]): readonly DocumentSection[] {
  if (regressions.length === 0) return []
  const several = new Set(regressions.map(({ test }) => test)).size > 1
  const lines = regressions.map((each): ReportText => [
    { condition: each.condition, ...outcomes[each.outcome] },
    `${several ? ` in ${each.test}` : ''}, ${describeRegression(each)}`,
  ])
  const isShown = regressions.some(({ ratio, interval }) => ratio !== null && interval !== null)
  const intro = isShown ? { intro: `in brackets where each change lies ${level}, all conditions together` } : {}
  return [{ title: 'Regressions', ...intro, kind: 'thresholds', parts: [{ lines }] }]
}

// The condition itself says what a regression is, so that "held" would be the opposite of what it says.
const outcomes = {
  held: { outcome: 'no regression', holds: 'yes' },
  regressed: { outcome: 'regressed', holds: 'no' },
  undecided: { outcome: 'undecided', holds: 'unknown' },
} as const

/** Describes the change that a condition looked at, and where the condition is undecided, why and what would decide it. */
export function describeRegression(judged: JudgedRegression): string {
  const change = `${judged.metric}${describeOutcome(judged)}`
  return judged.because === null ? change : `${change}: ${judged.because}`
}

function describeOutcome({ outcome, ratio, interval, scale }: JudgedRegression): string {
  if (ratio === null) return outcome === 'undecided' ? '' : ' rose from 0'
  if (ratio === 1 && (interval ?? []).every((end) => end === 1)) return ' did not change'
  const isOfShares = scale === 'points'
  return ` changed by ${formatChange(ratio - 1, isOfShares)}${interval === null ? '' : ` (${formatChangeInterval(interval, isOfShares)})`}`
}

/**
 * The lines that conclude a comparison: what went wrong, one sentence with every figure that is better or worse, and what is equivalent or inconclusive, and
 * why.
 */
function answerLines({ figures, base, head, failure }: ResultsComparison): readonly ReportText[] {
  const of = (answer: FigureComparison['answer']): readonly FigureComparison[] => figures.filter((figure) => figure.answer === answer)
  const nameOf = namesOfParts(figures)
  const describe = (some: readonly FigureComparison[]): string => some.map((figure) => describeChange(figure, nameOf)).join(', ')
  const list = (some: readonly FigureComparison[]): string => listFigures(some, nameOf)
  const [worse, better, equivalent, inconclusive] = [of('worse'), of('better'), of('equivalent'), of('inconclusive')]
  const parts: ReportText[number][] = []
  if (worse.length > 0) parts.push({ text: 'worse', mark: 'bad' }, ` than ${base.name}: ${describe(worse)}`)
  if (better.length > 0)
    parts.push(
      worse.length > 0 ? '; and ' : '',
      { text: 'better', mark: 'good' },
      `${worse.length > 0 ? '' : ` than ${base.name}`}: ${describe(better)}`,
    )
  if (parts.length === 0)
    parts.push(
      inconclusive.length === 0 ? `equivalent to ${base.name}` : `neither better nor worse than ${base.name}, as far as can be told`,
    )
  const isUndecided = figures.length === inconclusive.length
  const sentence: ReportText = isUndecided
    ? ['Whether ', { text: head.name, mark: 'strong' }, ` is better or worse than ${base.name} is undecided`]
    : [{ text: shownName(head), mark: 'strong' }, ' is ', ...(parts as Exclude<ReportText, string>)]
  const alike = [...Map.groupBy(inconclusive, ({ because }) => because).entries()]
  return [
    ...(failure === undefined ? [] : [[{ text: failure.reason.replaceAll(/\s*\n\s*/g, ' '), mark: 'bad' }] as const]),
    sentence,
    ...[...Map.groupBy(equivalent, marginOf)].map(([margin, own]) => `  equivalent, by less than ${margin} to either side: ${list(own)}`),
    ...alike.map(([because, own]) => `  inconclusive: ${list(own)}, because ${because ?? 'the runs differ too much'}`),
  ]
}

function marginOf({ margin, unit }: FigureComparison): string {
  return unit === 'share' ? plural(margin * 100, 'point') : formatShare(margin)
}

/** Describes by how much a figure is higher or lower, such as `Latency 99% of reads is 8.0 % to 12 % higher`. */
export function describeChange(figure: FigureComparison, nameOf: NamePart): string {
  const { interval, ratio, sides, unit } = figure
  if (ratio === null && sides.head !== null) return `${nameOfFigure(figure, nameOf)} rose from 0 to ${formatValue(sides.head.middle, unit)}`
  const [low, high] = (interval ?? [ratio ?? 1, ratio ?? 1]).map((each) => Math.abs(each - 1)).toSorted((a, b) => a - b)
  const isHigher = (ratio ?? 1) > 1
  const shares = [low ?? 0, high ?? 0].map((share) => formatChange(share, unit === 'share').replace('+', ''))
  return `${nameOfFigure(figure, nameOf)} is ${[...new Set(shares)].join(' to ')} ${isHigher ? 'higher' : 'lower'}`
}

function listFigures(figures: readonly FigureComparison[], nameOf: NamePart): string {
  const byPart = Map.groupBy(figures, ({ part }) => nameOf(part))
  return [...byPart].map(([part, own]) => `${own.map(labelOf).join(', ')} of ${part}`).join('; ')
}
