/** A part of a text that stands out: `strong` is a name or a heading, `quiet` can be skipped, and the others rate what they mark. */
export interface MarkedText {
  readonly text: string
  readonly mark: 'strong' | 'good' | 'warning' | 'bad' | 'quiet'
}

/** A figure with its caveat and interval, which each renderer draws in its own way. */
export interface ReportFigure {
  /** The figure as text, with its unit and without any mark: `42 ms`, `12 (1.17 %)`. */
  readonly figure: string
  /** The number itself, in one unit for the whole column. */
  readonly value?: number
  /** How the figure is limited: `few` when it has too few samples, `lower-bound` when the true figure may be higher, because requests were cut off. */
  readonly caveat?: 'few' | 'lower-bound'
  /** For a percentile, from 0 to 100, with too few samples: the number that it has and needs, and what the samples are unless they are times. */
  readonly samples?: { readonly percentile: number; readonly had: number; readonly needed: number; readonly of?: 'seconds' }
  /** The 95 % confidence interval as text: `38 ms to 51 ms`, `from 38 ms`. */
  readonly interval?: string
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

interface Placed {
  /** Whether a terminal shows this in a full report only. */
  readonly detail?: boolean
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
  /** Whether a terminal draws no lines between its rows. */
  readonly isDense?: boolean
}

/** Lines of text. */
export interface ReportLines extends Placed {
  readonly lines: readonly ReportText[]
  /** How the lines are shown on a page. Default `list`. */
  readonly as?: 'list' | 'paragraphs'
}

/** A file of a program under test. */
export interface ReportCode {
  readonly file: string
  /** Name of the language. */
  readonly language: string
  readonly code: string
}

/** A section that a preset or a package adds to a report, as data for renderers of every format. */
export interface ReportSection {
  /** Heading of the section; empty when the section continues without a heading. */
  readonly title: string
  /** What the parts of the section show, as text that can follow the title within a sentence. */
  readonly intro?: string
  /** Whether a terminal shows this in a full report only. */
  readonly detail?: boolean
  /** Tables, lines and files; plain lines are a list. */
  readonly parts: readonly (ReportTable | ReportLines | ReportCode | readonly string[])[]
}
