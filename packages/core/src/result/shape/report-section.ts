/** How a part of a text stands out: `strong` names what follows, `quiet` can be read over, and the others say how good it is. */
export type ReportMark = 'strong' | 'good' | 'warning' | 'bad' | 'quiet'

/** A part of a text that stands out. */
export interface MarkedText {
  readonly text: string
  readonly mark: ReportMark
}

/** A line of a report, in parts where some of it stands out. */
export type ReportText = string | readonly (string | MarkedText)[]

/** What every part of a section but plain lines can say of where it stands. */
interface Placed {
  /** Whether it stands apart from the part before it. */
  readonly isApart?: boolean
}

/** A table of texts: the first column names the rows. */
export interface ReportTable extends Placed {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Headings of the columns beside the first that hold texts rather than figures. */
  readonly texts?: readonly string[]
  /** How many of the first columns name the rows. Default 1. */
  readonly names?: number
  /** Headings of the columns that move into a table of their own on a terminal without room for all of them. */
  readonly apart?: readonly string[]
}

/** Lines of text. */
export interface ReportLines extends Placed {
  readonly lines: readonly ReportText[]
  /** What they are where there is more room than on a terminal. Default `list`. */
  readonly as?: 'list' | 'paragraphs'
}

/** Lines that are drawn as they are. */
export interface ReportDrawing {
  readonly drawing: readonly string[]
}

/** Values against a parameter, to be plotted. */
export interface ReportChart {
  /** What the values are, such as `Requests/s`. */
  readonly title: string
  /** What the points are of, such as `users`. */
  readonly axis: string
  /** Written at each point. */
  readonly ticks: readonly string[]
  readonly unit: 'per second' | 'ms'
  /** Lines of the chart, each with a value for each point, or `null` where there is none. */
  readonly series: readonly {
    readonly name: string
    /** One character that draws it where there are no lines; of several at the same place the last one is drawn. */
    readonly mark: string
    readonly values: readonly (number | null)[]
  }[]
}

/** Charts that belong together. */
export interface ReportCharts {
  readonly charts: readonly ReportChart[]
}

/** A file of a program under test. */
export interface ReportCode {
  readonly file: string
  /** Name of the language. */
  readonly language: string
  readonly code: string
}

/** A part of a section; plain lines are a list. */
export type ReportPart = ReportTable | ReportLines | ReportDrawing | ReportCharts | ReportCode | readonly string[]

/** A section of a report as data, in whatever format it will be read. */
export interface ReportSection {
  /** Empty where it goes on without a heading. */
  readonly title: string
  /** What its parts show, behind the title; as it stands within a sentence. */
  readonly intro?: string
  /** Rank of its heading: 1 of the whole report, 2 of a section, 3 of a run within one. Default 2. */
  readonly level?: 1 | 2 | 3
  /** Where it is shown, if not everywhere: on a terminal, which is read at once, or on a page, which is kept. */
  readonly on?: 'terminal' | 'page'
  readonly parts: readonly ReportPart[]
}
