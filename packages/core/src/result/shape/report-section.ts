/** How a part of a text stands out: `strong` names what follows, `quiet` can be read over, and the others say how good it is. */
export type ReportMark = 'strong' | 'good' | 'warning' | 'bad' | 'quiet'

/** A part of a text that stands out. */
export interface MarkedText {
  readonly text: string
  readonly mark: ReportMark
}

/** A figure with all that a reader must know of it: each renderer draws the caveat and the interval in its own way. */
export interface ReportFigure {
  /** The figure as it is read, with its unit and without any mark: `42 ms`, `12 (1.17 %)`. */
  readonly figure: string
  /** The number that is written, in one unit for all of a column, by which a table can be sorted. */
  readonly value?: number
  /** What the figure does not tell: `few` where it is of too few samples, `lower-bound` where it is at least this, because requests were cut off. */
  readonly caveat?: 'few' | 'lower-bound'
  /** Of a percentile, from 0 to 100, that has too few samples: their number, the number that it needs, and what they are, where that is no time. */
  readonly samples?: { readonly percentile: number; readonly had: number; readonly needed: number; readonly of?: 'seconds' }
  /** Where the true figure lies with a confidence of 95 %: `38 ms to 51 ms`, `from 38 ms`. */
  readonly interval?: string
  /** A number and where it lies, to be drawn beside the figure where there is room. */
  readonly bar?: ReportBar
}

/** A number with its interval, drawn on an axis that all figures of a table share. */
export interface ReportBar {
  readonly value: number
  readonly low: number
  readonly high: number
  /** The number that the others are held against, which is marked. */
  readonly around: number
  /** Where the axis begins and ends. */
  readonly axis: readonly [from: number, to: number]
  readonly mark: 'good' | 'bad' | 'quiet'
}

/** A condition, such as a threshold or a check, and whether it holds. */
export interface ReportCondition {
  readonly condition: string
  readonly holds: 'yes' | 'no' | 'unknown'
}

/** A cell of a table. */
export type ReportCell = string | ReportFigure | ReportCondition

/** A line of a report, in parts where some of it stands out. */
export type ReportText = string | readonly (MarkedText | ReportCell)[]

/** What every part of a section but plain lines and code can say of how much of it is read. */
interface Detailed {
  /** Whether a terminal shows it in a full report alone. */
  readonly detail?: boolean
}

/** What tables and lines can say of where they stand. */
interface Placed extends Detailed {
  /** Whether it stands apart from the part before it. */
  readonly isApart?: boolean
}

/** A table: the first column names the rows. */
export interface ReportTable extends Placed {
  readonly head: readonly string[]
  readonly rows: readonly (readonly ReportCell[])[]
  /** Headings of the columns after the first that hold texts rather than figures. */
  readonly texts?: readonly string[]
  /** The number of columns, from the first on, that name the rows. Default 1. */
  readonly names?: number
  /** Headings of the columns that move into a table of their own on a terminal without room for all of them. */
  readonly apart?: readonly string[]
  /** Whether a reader may put the rows into another order; those that are indented stay below the row before them. */
  readonly isSortable?: boolean
  /** Whether a terminal draws no lines between its rows. */
  readonly isDense?: boolean
}

/** Lines of text. */
export interface ReportLines extends Placed {
  readonly lines: readonly ReportText[]
  /** What the lines are where there is more room than on a terminal. Default `list`. */
  readonly as?: 'list' | 'paragraphs'
}

/** One set of values of a chart or a timeline. */
export interface ReportSeries {
  readonly name: string
  /** A value for each point, or `null` where there is none. */
  readonly values: readonly (number | null)[]
}

/** Seconds in which something happened to a run: from the start of `from` to the start of `to`, counted from 0. */
export interface ReportBand {
  readonly from: number
  readonly to: number
}

/** Values second by second, to be plotted over the time of a run, with the seconds that something else happened in. */
export interface ReportTimeline extends Detailed {
  readonly timeline: {
    /** What the values are, such as `p99`. */
    readonly title: string
    /** Names the run, where a report has several. */
    readonly run?: string
    readonly unit: 'per second' | 'ms'
    /** Where the time ends, in seconds; the last second may be shorter than the others. */
    readonly duration: number
    /** Whether a value is of its second alone; of a long run it is of several. */
    readonly isOfOneSecond: boolean
    /** Each has a value for each second, from 0 on. */
    readonly series: readonly ReportSeries[]
    /** What the bands show, such as `machine disturbed`. */
    readonly bandsTitle: string
    readonly bands: readonly ReportBand[]
  }
}

/** Values against a parameter, to be plotted. */
export interface ReportChart {
  /** What the values are, such as `Requests/s`. */
  readonly title: string
  /** What the points are of, such as `users`. */
  readonly axis: string
  /** Written at each point. */
  readonly ticks: readonly string[]
  /** Where each point lies on the axis, if the parameter is a number. */
  readonly positions?: readonly number[]
  readonly unit: 'per second' | 'ms'
  /** Places on the axis that are pointed out where there is room for it; only where the parameter is a number. */
  readonly marks?: readonly ReportPlotMark[]
  readonly series: readonly (ReportSeries & {
    /** One character that draws it where there are no lines; of several at the same place the last one is drawn. */
    readonly mark: string
  })[]
}

/** Charts that belong together. */
export interface ReportCharts extends Detailed {
  readonly charts: readonly ReportChart[]
}

/** What the values of a plot are of: each renderer writes them in its own way. */
export type ReportUnit = 'ms' | 'ns' | 's' | 'per second' | 'bytes' | 'CPUs' | 'share' | 'number'

/** One of the two axes of a plot. */
export interface ReportAxis {
  /** What its values are, such as `response time`. */
  readonly label: string
  readonly unit: ReportUnit
  /** How values lie on it: evenly, by their logarithm, or, as shares, by the logarithm of what is left above them. Default `linear`. */
  readonly scale?: 'linear' | 'log' | 'tail'
  /** Where it begins and ends, if not with its values; of values that are drawn upwards, what it has room for at least. */
  readonly range?: readonly [from: number, to: number]
}

/** One set of values of a plot. */
export interface ReportPlotSeries extends ReportSeries {
  /** How it is drawn; as steps, a value holds up to the next position. Default `line`. */
  readonly as?: 'line' | 'steps' | 'plan' | 'points'
  /** Whether what lies between it and the series before it is shaded. */
  readonly isShaded?: boolean
  /** Where each true value lies, as far as that is known. */
  readonly intervals?: readonly (readonly [low: number, high: number] | null)[]
}

/** A place on the axis of a plot that is pointed out. */
export interface ReportPlotMark {
  readonly at: number
  readonly name: string
}

/** Values against time, or against anything else that is a number or has a name, to be plotted where there is room for it. */
export interface ReportPlot {
  readonly plot: {
    readonly title: string
    /** What it shows, and how it is to be read, in whole sentences. */
    readonly caption: string
    readonly x: ReportAxis & {
      /** In ascending order. */
      readonly values: readonly number[]
      /** Names of the values, where these only number what has a name. */
      readonly names?: readonly string[]
    }
    readonly y: ReportAxis
    readonly series: readonly ReportPlotSeries[]
    /** Places on the axis that are pointed out, each with what is there. */
    readonly marks?: readonly ReportPlotMark[]
    /** Times in which something else happened, each with what it was. */
    readonly bands?: readonly (ReportBand & { readonly name: string })[]
  }
}

/** A file of a program under test. */
export interface ReportCode {
  readonly file: string
  /** Name of the language. */
  readonly language: string
  readonly code: string
}

/** A part of a section; plain lines are a list. */
export type ReportPart = ReportTable | ReportLines | ReportTimeline | ReportCharts | ReportPlot | ReportCode | readonly string[]

/** A section of a report as data, in whatever format it will be read. */
export interface ReportSection {
  /** Empty where it goes on without a heading. */
  readonly title: string
  /** What the parts of the section show, after the title, as it stands within a sentence. */
  readonly intro?: string
  /** Rank of the heading: 1 of the whole report, 2 of a section, 3 of a run within one. Default 2. */
  readonly level?: 1 | 2 | 3
  /** What the section is, where a page gives it a place of its own. */
  readonly kind?: 'environment' | 'thresholds' | 'verdict'
  /** Where the section is shown, if not everywhere: on a terminal, which is read at once, on a page, which is kept, or only where that is opened in a browser. */
  readonly on?: 'terminal' | 'page' | 'browser'
  /** Whether a terminal shows it in a full report alone. */
  readonly detail?: boolean
  readonly parts: readonly ReportPart[]
}
