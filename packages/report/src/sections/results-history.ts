import type { FigureHistory, HistoryChange, HistoryPoint, ResultsHistory } from '@benchpress/core'
import { formatChange, formatShare, formatValue, plural } from '@benchpress/core/report'
import type { ReportCell, ReportTable, ReportText } from '@benchpress/core/report'
import { forScreen } from './extras.ts'
import {
  formatChangeInterval,
  labelOf,
  nameBelow,
  nameChange,
  nameOfFigure,
  namesOfParts,
  namePoint,
  noPlace,
  sectionsByEndpoint,
} from './figure-names.ts'
import { historyPlots } from './plots/history-plots.ts'
import { drawValues } from '../format/bars.ts'
import { toJson } from '../format/texts.ts'
import type { DocumentSection, ReportDocument } from '../render/report-document.ts'

/**
 * Makes the report of a history: each figure over the commits with its intervals, the changes, the results that were left out, and last the answer.
 *
 * @param amount how much a terminal shows: everything, or one screen without endpoints and commits
 */
export function historyDocument(
  history: ResultsHistory,
  { amount = 'full' }: { readonly amount?: 'full' | 'screen' } = {},
): ReportDocument {
  const answer = answerLines(history)
  const tables = [...figureSections(history), ...changeSections(history), pointsSection(history), ...leftOutSections(history)]
  return {
    title: `History: ${history.name}`,
    sections: [
      headSection(history),
      { title: '', on: 'page', parts: [{ lines: answer, as: 'paragraphs' }] },
      ...historyPlots(history),
      ...(amount === 'screen' ? tables.flatMap(forScreen) : tables),
      { title: '', on: 'terminal', parts: [{ lines: answer }] },
    ],
  }
}

/** Writes a history as JSON, as docs/compare.md describes it. */
export function historyJson(history: ResultsHistory): string {
  return `${toJson(history, 2)}\n`
}

function headSection({ name, points, machine }: ResultsHistory): DocumentSection {
  const [first, last] = [points[0], points.at(-1)]
  const span =
    first === undefined || last === undefined
      ? 'no points'
      : `${plural(points.length, 'point')} from ${namePoint(first)} to ${namePoint(last)}`
  const lines: ReportText[] = [span, `measured on ${machine['processor']} (${machine['CPUs']} CPUs), ${machine['platform']}`]
  return { title: `History: ${name}`, level: 1, kind: 'environment', parts: [{ lines }] }
}

/** Tables of the figures of each test, with those of endpoints apart. */
function figureSections({ figures, points }: ResultsHistory): readonly DocumentSection[] {
  const byTest = [...Map.groupBy(figures, nameOfTest)]
  return byTest.flatMap(([test, own]) => {
    const title = byTest.length === 1 ? 'Figures' : `Figures of ${test}`
    const intro = 'from the first point to the latest, drawn from the lowest to the highest of each'
    return sectionsByEndpoint({ title, intro }, own, (shown) => [figuresTable(shown, points)])
  })
}

function nameOfTest({ part: { test, variant } }: FigureHistory): string {
  return variant === 'default' ? test : `${test} (${variant})`
}

function figuresTable(figures: readonly FigureHistory[], points: readonly HistoryPoint[]): ReportTable {
  return {
    head: ['Of', 'Figure', 'First', 'Latest', 'Over time', 'Changes'],
    names: 2,
    texts: ['Over time', 'Changes'],
    isDense: true,
    rows: figures.map((figure, index): readonly ReportCell[] => {
      const known = figure.values.filter((value) => value !== null)
      return [
        nameBelow(figure, figures[index - 1]),
        labelOf(figure),
        valueCell(figure, known[0]),
        // A test that the latest result lacks has no latest figure.
        valueCell(figure, figure.values.at(-1) ?? undefined),
        drawValues(figure.values),
        figure.because === null
          ? figure.changes.map((change) => nameChange(figure, change, points)).join(', ') || 'none found'
          : 'too few points',
      ]
    }),
  }
}

function valueCell({ unit }: FigureHistory, value: number | undefined): ReportCell {
  return value === undefined ? 'n/a' : { figure: formatValue(value, unit), value }
}

function allChanges({ figures }: ResultsHistory): readonly (readonly [FigureHistory, HistoryChange])[] {
  const all = figures.flatMap((figure) => figure.changes.map((change) => [figure, change] as const))
  return all.toSorted(([, a], [, b]) => a.at - b.at)
}

function changeSections(history: ResultsHistory): readonly DocumentSection[] {
  const changes = allChanges(history)
  if (changes.length === 0) return []
  const isTooled = changes.some(([, { at }]) => (history.points[at]?.tools ?? []).length > 0)
  const nameOf = namesOfParts(history.figures)
  return [
    {
      title: 'Changes',
      intro: 'found by E-divisive means; the first point after each, and where its size lies',
      parts: [
        {
          head: ['Point', 'Of', 'Figure', 'Change', 'Interval', 'By chance', 'Answer', ...(isTooled ? ['New tools'] : [])],
          texts: ['Of', 'Figure', 'Answer', 'New tools'],
          isDense: true,
          rows: changes.map(([figure, change]): readonly ReportCell[] => {
            const point = history.points[change.at] ?? noPlace
            return [
              namePoint(point),
              nameOf(figure.part),
              labelOf(figure),
              change.ratio === null ? 'from 0' : { figure: formatChange(change.ratio - 1, figure.unit === 'share'), value: change.ratio },
              formatChangeInterval(change.interval, figure.unit === 'share'),
              { figure: formatShare(change.chance), value: change.chance },
              change.answer,
              ...(isTooled ? [point.tools.join(', ')] : []),
            ]
          }),
        },
      ],
    },
  ]
}

function pointsSection({ points }: ResultsHistory): DocumentSection {
  const isTooled = points.some(({ tools }) => tools.length > 0)
  return {
    title: 'Points',
    intro: 'in the order in which they were first measured',
    detail: true,
    parts: [
      {
        head: ['Point', 'Commit', 'Measured', 'Runs', ...(isTooled ? ['New tools'] : [])],
        texts: ['Commit', 'Measured', 'New tools'],
        isDense: true,
        rows: points.map(({ commit, startedAt, runs, tools }, index) => [
          String(index + 1),
          commit?.slice(0, 12) ?? '',
          startedAt,
          { figure: String(runs), value: runs },
          ...(isTooled ? [tools.join(', ')] : []),
        ]),
      },
    ],
  }
}

function leftOutSections({ leftOut }: ResultsHistory): readonly DocumentSection[] {
  if (leftOut.length === 0) return []
  return [
    {
      title: 'Left out',
      parts: [{ lines: leftOut.map(({ source, because }): ReportText => [{ text: source, mark: 'warning' }, `: ${because}`]) }],
    },
  ]
}

/** Concludes a history: the figures that changed, at which commit and by how much; those that did not; and those for which it cannot be known, and why. */
function answerLines(history: ResultsHistory): readonly ReportText[] {
  const nameOf = namesOfParts(history.figures)
  if (history.points.length === 0) return ['No result could be used, so that nothing is known of any figure.']
  const changes = allChanges(history)
  const of = (...answers: readonly HistoryChange['answer'][]): typeof changes =>
    changes.filter(([, { answer }]) => answers.includes(answer))
  const told = (all: typeof changes, word: string, mark: 'bad' | 'good' | 'quiet'): readonly ReportText[] =>
    all.map(([figure, change]): ReportText => {
      const size =
        change.ratio === null
          ? 'rose from 0'
          : `is ${formatChange(Math.abs(change.ratio - 1), figure.unit === 'share').replace('+', '')} ${change.ratio > 1 ? 'higher' : 'lower'} (${formatChangeInterval(change.interval, figure.unit === 'share')})`
      const tools = history.points[change.at]?.tools ?? []
      const also = tools.length === 0 ? '' : `, where the tools are new, too: ${tools.join(', ')}`
      const doubt = change.because === undefined ? '' : `, because ${change.because}`
      return [
        { text: word, mark },
        `: ${nameOfFigure(figure, nameOf)} ${size} since ${namePoint(history.points[change.at] ?? noPlace)}${also}${doubt}`,
      ]
    })
  const unknown = [
    ...Map.groupBy(
      history.figures.filter(({ because }) => because !== null),
      ({ because }) => because,
    ),
  ]
  const still = history.figures.filter((figure) => figure.because === null && figure.changes.length === 0)
  const isKnown = unknown.length === 0 || still.length > 0 || changes.length > 0
  return [
    ...(isKnown
      ? [changes.length === 0 ? 'No figure is seen to change.' : `${plural(changes.length, 'change')} found.`]
      : ['It cannot be known whether a figure changed.']),
    ...told(of('worse'), 'worse', 'bad'),
    ...told(of('better'), 'better', 'good'),
    ...told(of('inconclusive'), 'changed, by how much is unsure', 'quiet'),
    ...told(of('equivalent'), 'changed by too little to matter', 'quiet'),
    ...unknown.map(
      ([because, own]) => `unknown: ${own.map((figure) => nameOfFigure(figure, nameOf)).join(', ')}, because ${because ?? ''}`,
    ),
  ]
}
