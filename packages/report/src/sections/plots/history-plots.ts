import type { FigureHistory, ResultsHistory } from '@benchpress/core'
import { mean } from 'simple-statistics'
import { labelOf, nameChange, nameOfFigure, namesOfParts, sectionsByEndpoint, type NamePart } from '../figure-names.ts'
import type { DocumentSection, PlotPart } from '../../render/report-document.ts'

/** Plots each figure against the points, with the level between its changes; empty for a single point. */
export function historyPlots(history: ResultsHistory): readonly DocumentSection[] {
  const drawn = history.figures.filter(({ values }) => values.filter((value) => value !== null && value !== 0).length > 1)
  const nameOf = namesOfParts(history.figures)
  return sectionsByEndpoint({ title: 'Over commits', on: 'browser' }, drawn, (own) => own.map((figure) => plotOf(figure, history, nameOf)))
}

function plotOf(figure: FigureHistory, { points }: ResultsHistory, nameOf: NamePart): PlotPart {
  const { values, intervals, changes, unit } = figure
  return {
    plot: {
      title: nameOfFigure(figure, nameOf),
      caption:
        'Each dot is the mean of the runs of a point; what is shaded is where its true value lies with a confidence of 95 %, where it has 3 runs or more. The line is the level between changes, which are marked.',
      x: { label: 'point', unit: 'number', values: points.map((_, index) => index + 1) },
      y: { label: labelOf(figure), unit },
      series: [
        { name: 'runs', as: 'points', values, intervals },
        { name: 'level', values: levelsOf(figure) },
      ],
      marks: changes.map((change) => ({ at: change.at + 0.5, name: nameChange(figure, change, points) })),
    },
  }
}

/** The level at each point: the mean of all points between the changes before and after it. */
function levelsOf({ values, changes }: FigureHistory): readonly (number | null)[] {
  const ends = [0, ...changes.map(({ at }) => at), values.length]
  return ends.slice(1).flatMap((end, index) => {
    const own = values.slice(ends[index], end)
    const known = own.filter((value) => value !== null)
    return own.map((value) => (value === null ? null : mean(known)))
  })
}
