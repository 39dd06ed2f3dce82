/** How a part of a text stands out: `strong` is a name or a heading, `quiet` can be skipped, and the others rate what they mark. */
export type ReportMark = 'strong' | 'good' | 'warning' | 'bad' | 'quiet'

/** A part of a text that stands out. */
export interface MarkedText {
  readonly text: string
  readonly mark: ReportMark
}

/** A figure with its caveat and interval, which each renderer draws in its own way. */
export interface ReportFigure {
  /** The figure as text, with its unit and without any mark: `42 ms`, `12 (1.17 %)`. */
  readonly figure: string
  /** The number by which a table can be sorted, in one unit for the whole column. */
  readonly value?: number
  /** How the figure is limited: `few` when it has too few samples, `lower-bound` when the true figure may be higher, because requests were cut off. */
  readonly caveat?: 'few' | 'lower-bound'
  /** For a percentile, from 0 to 100, with too few samples: the number that it has and needs, and what the samples are unless they are times. */
  readonly samples?: { readonly percentile: number; readonly had: number; readonly needed: number; readonly of?: 'seconds' }
  /** The 95 % confidence interval as text: `38 ms to 51 ms`, `from 38 ms`. */
  readonly interval?: string
  /** The number and its interval, drawn beside the figure where there is room. */
  readonly bar?: ReportBar
}

/** A number with its interval, drawn on an axis; the parts beyond it are cut off. */
export interface ReportBar {
  readonly value: number
  readonly low: number
  readonly high: number
  /** The number that the others are compared with, which is marked. */
  readonly around: number
  /** Where the axis begins and ends. */
  readonly axis: readonly [from: number, to: number]
  readonly mark: 'good' | 'bad' | 'quiet'
}

/** A condition, such as a threshold or a check, and whether it holds. */
export interface ReportCondition {
  readonly condition: string
  readonly holds: 'yes' | 'no' | 'unknown'
  /** What came of the condition, where that is not whether it holds: a regression has `regressed` for `no`. */
  readonly outcome?: string
}

/** A cell of a table. */
export type ReportCell = string | ReportFigure | ReportCondition

/** A line of a report, in parts where some of it stands out. */
export type ReportText = string | readonly (MarkedText | ReportCell)[]

/** How every part of a section except plain lines and code can be left to full reports. */
interface Detailed {
  /** Whether a terminal shows this in a full report only. */
  readonly detail?: boolean
}

/** How tables and lines are placed. */
interface Placed extends Detailed {
  /** Whether a blank line separates the part from the one before it. */
  readonly isSpaced?: boolean
}

/** A table: the first column names the rows. */
export interface ReportTable extends Placed {
  readonly head: readonly string[]
  readonly rows: readonly (readonly ReportCell[])[]
  /** Headings of the columns after the first that contain texts rather than figures. */
  readonly texts?: readonly string[]
  /** The number of leading columns that name the rows. Default 1. */
  readonly names?: number
  /** Headings of the columns that move into a separate table on a terminal that is too narrow. */
  readonly apart?: readonly string[]
  /** Whether a reader may sort the rows; indented rows stay below the row before them. */
  readonly isSortable?: boolean
  /** Whether a terminal draws no lines between its rows. */
  readonly isDense?: boolean
}

/** Lines of text. */
export interface ReportLines extends Placed {
  readonly lines: readonly ReportText[]
  /** How the lines are shown on a page. Default `list`. */
  readonly as?: 'list' | 'paragraphs'
}

/** One set of values of a chart or a timeline. */
export interface ReportSeries {
  readonly name: string
  /** A value for each point, or `null` where there is none. */
  readonly values: readonly (number | null)[]
}

/** Seconds of a run in which something happened: from the start of `from` to the start of `to`, counted from 0. */
export interface ReportBand {
  readonly from: number
  readonly to: number
}

/** Values second by second, to be plotted over the time of a run, with bands for the seconds in which something else happened. */
export interface ReportTimeline extends Detailed {
  readonly timeline: {
    /** What the values are, such as `p99`. */
    readonly title: string
    /** Name of the run, when a report has several. */
    readonly run?: string
    readonly unit: 'per second' | 'ms'
    /** End of the time axis, in seconds; the last second may be shorter than the others. */
    readonly duration: number
    /** Whether a value covers one second only; in a long run it covers several. */
    readonly isOfOneSecond: boolean
    /** The series, each with a value for each second, from 0 on. */
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
  /** Name of the parameter, such as `users`. */
  readonly axis: string
  /** Labels of the points. */
  readonly ticks: readonly string[]
  /** Position of each point on the axis, if the parameter is a number. */
  readonly positions?: readonly number[]
  readonly unit: 'per second' | 'ms'
  /** Places on the axis that are pointed out where there is room; only if the parameter is a number. */
  readonly marks?: readonly ReportPlotMark[]
  readonly series: readonly (ReportSeries & {
    /** One character that draws the series where there are no lines; at a place of several series the last one is drawn. */
    readonly mark: string
  })[]
}

/** Charts that are shown together. */
export interface ReportCharts extends Detailed {
  readonly charts: readonly ReportChart[]
}

/** The unit of the values of a plot, which each renderer writes in its own way. */
export type ReportUnit = 'ms' | 's' | 'per second' | 'bytes' | 'CPUs' | 'share' | 'number'

/** One of the two axes of a plot. */
export interface ReportAxis {
  /** What its values are, such as `response time`. */
  readonly label: string
  readonly unit: ReportUnit
  /** The scale: linear, logarithmic, or, for shares, by the logarithm of what is left above a share. Default `linear`. */
  readonly scale?: 'linear' | 'log' | 'tail'
  /** Where the axis begins and ends, if not with its values; on the vertical axis, the least range. */
  readonly range?: readonly [from: number, to: number]
}

/** One set of values of a plot. */
export interface ReportPlotSeries extends ReportSeries {
  /** How the series is drawn; with `steps`, a value is kept up to the next position. Default `line`. */
  readonly as?: 'line' | 'steps' | 'plan' | 'points'
  /** Whether the area between this series and the one before it is shaded. */
  readonly isShaded?: boolean
  /** The interval of each true value, where it is known. */
  readonly intervals?: readonly (readonly [low: number, high: number] | null)[]
}

/** A place on the axis of a plot that is pointed out. */
export interface ReportPlotMark {
  readonly at: number
  readonly name: string
}

/** Values against time, another number or names, to be plotted where there is room. */
export interface ReportPlot {
  readonly plot: {
    readonly title: string
    /** What the plot shows and how to read it, in whole sentences. */
    readonly caption: string
    readonly x: ReportAxis & {
      /** Positions on the horizontal axis, in ascending order. */
      readonly values: readonly number[]
      /** Names of the positions, when these only number things with names. */
      readonly names?: readonly string[]
    }
    readonly y: ReportAxis
    readonly series: readonly ReportPlotSeries[]
    /** Places on the axis that are pointed out, each with its name. */
    readonly marks?: readonly ReportPlotMark[]
    /** Times in which something else happened, each with its name. */
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

/** A section of a report as data, for renderers of every format. */
export interface ReportSection {
  /** Heading of the section; empty when the section continues without a heading. */
  readonly title: string
  /** What the parts of the section show, as text that can follow the title within a sentence. */
  readonly intro?: string
  /** Level of the heading: 1 for the whole report, 2 for a section, 3 for a run within a section. Default 2. */
  readonly level?: 1 | 2 | 3
  /** Kind of a section that a page gives a place of its own. */
  readonly kind?: 'published' | 'environment' | 'thresholds' | 'verdict'
  /** Where the section is shown, if not everywhere: on a terminal, on a page, or only on a page that is opened in a browser. */
  readonly on?: 'terminal' | 'page' | 'browser'
  /** Whether a terminal shows this in a full report only. */
  readonly detail?: boolean
  readonly parts: readonly ReportPart[]
}
