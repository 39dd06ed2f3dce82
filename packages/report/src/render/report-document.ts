import type { Level } from '@benchpress/core'
import type { ReportCell, ReportSection, ReportText, Unit } from '@benchpress/core/report'

/** A report as data, to be rendered as text, as Markdown or in another format. */
export interface ReportDocument {
  /** Name of the suite. */
  readonly title: string
  /** The head of a page; a terminal has the same contents at its end. */
  readonly headline?: ReportHeadline
  /** Links to the reports of parts of a suite. */
  readonly cards?: readonly ReportCard[]
  /** Sections in reading order; a renderer leaves out sections for other media. */
  readonly sections: readonly DocumentSection[]
}

/** The verdict on a result, its limits and its first figures. */
export interface ReportHeadline {
  readonly level: Level
  /** What kept the throughput from being higher, a sentence for each run. */
  readonly limits: readonly string[]
  /** Reasons of the verdict; empty for a valid result. */
  readonly reasons: readonly ReportText[]
  /** Notes, which do not change the verdict. */
  readonly notes: readonly ReportText[]
  /** The most important figures; empty with several scenarios or runs, which have a table. */
  readonly figures: readonly ReportNamedFigure[]
}

/** One test on one variant, with a link to its report. */
export interface ReportCard extends Pick<ReportHeadline, 'level' | 'limits' | 'figures'> {
  readonly test: string
  /** Empty where the target has no variants. */
  readonly variant: string
  /** Path of the report, relative to this one. */
  readonly href: string
}

/** A figure that stands by itself. */
export interface ReportNamedFigure {
  readonly name: string
  readonly figure: ReportCell
}

/** A section of a document: what a package adds to a report, and what only this package has. */
export interface DocumentSection extends Omit<ReportSection, 'parts'> {
  /** Level of the heading: 1 for the whole report, 2 for a section, 3 for a run within a section. Default 2. */
  readonly level?: 1 | 2 | 3
  /** Kind of a section that a page gives a place of its own. */
  readonly kind?: 'published' | 'environment' | 'thresholds' | 'verdict'
  /** Where the section is shown, if not everywhere: on a terminal, on a page, or only on a page that is opened in a browser. */
  readonly on?: Medium
  readonly parts: readonly DocumentPart[]
}

/** A part of a section. */
export type DocumentPart = ReportSection['parts'][number] | PlotPart | DrawingPart

/** The medium on which a report is read. */
export type Medium = 'terminal' | 'page' | 'browser'

/** A drawing in characters, for media without plots. */
export interface DrawingPart {
  readonly drawing: readonly string[]
  readonly detail?: boolean
}

/** A plot, for a browser. */
export interface PlotPart {
  readonly plot: Plot
  /** Whether the other media draw it, too, in characters. */
  readonly isChart?: boolean
  readonly detail?: boolean
}

/** Values against time, another number or names. */
export interface Plot {
  readonly title: string
  /** What the plot shows and how to read it, in whole sentences. */
  readonly caption: string
  readonly x: PlotAxis & {
    /** Positions on the horizontal axis, in ascending order. */
    readonly values: readonly number[]
    /** Names of the positions, when these only number things with names. */
    readonly names?: readonly string[]
  }
  readonly y: PlotAxis
  readonly series: readonly PlotSeries[]
  /** Places on the axis that are pointed out, each with its name. */
  readonly marks?: readonly PlotMark[]
  /** Times in which something else happened, each with its name. */
  readonly bands?: readonly PlotBand[]
}

/** One of the two axes of a plot. */
export interface PlotAxis {
  /** What its values are, such as `response time`. */
  readonly label: string
  readonly unit: Unit
  /** The scale: linear, logarithmic, or, for shares, by the logarithm of what is left above a share. Default `linear`. */
  readonly scale?: 'linear' | 'log' | 'tail'
  /** Where the axis begins and ends, if not with its values; on the vertical axis, the least range. */
  readonly range?: readonly [from: number, to: number]
}

/** One set of values of a plot. */
export interface PlotSeries {
  readonly name: string
  /** A value for each position, or `null` where there is none. */
  readonly values: readonly (number | null)[]
  /** How the series is drawn; with `steps`, a value is kept up to the next position. Default `line`. */
  readonly as?: 'line' | 'steps' | 'plan' | 'points'
  /** The character that draws the series in a chart; at a place of several series the last one is drawn. */
  readonly mark?: string
  /** Whether the area between this series and the one before it is shaded. */
  readonly isShaded?: boolean
  /** The interval of each true value, where it is known. */
  readonly intervals?: readonly (readonly [low: number, high: number] | null)[]
}

/** A place on the axis of a plot that is pointed out. */
export interface PlotMark {
  readonly at: number
  readonly name: string
}

/** A time in which something else happened, with its name. */
export interface PlotBand {
  readonly from: number
  readonly to: number
  readonly name: string
}

/** The sections of a report that are shown on a medium; a page in a browser also has the sections of every page. */
export function sectionsOn(medium: Medium, sections: readonly DocumentSection[]): readonly DocumentSection[] {
  return sections.filter(({ on }) => on === undefined || on === medium || (medium === 'browser' && on === 'page'))
}
