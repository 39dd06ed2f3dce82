import type { RequestsSummary } from '../result/summary/requests-summary.ts'
import type { SuiteResult, TestResult } from '../result/shape/result.ts'
import type { ScenarioSummary } from '../result/summary/scenario-summary.ts'
import type { SeriesSummary } from '../result/summary/series-summary.ts'
import type { TimeFigure, TimeSummary } from '../model/metrics/time-summary.ts'

/** Where and how a load test was published. */
export interface Source {
  /** Where it was published, such as a URL. */
  readonly url: string
  /** The commit of the published document. */
  readonly commit?: string
  /** When it was published or measured, as the document has it. */
  readonly date?: string
  readonly tool: string
  readonly machine: string
  /** What was published: `3 runs`. Default `1 run`. */
  readonly what?: string
}

/**
 * A published figure. A text is shown as it is, for a figure that was printed in a form of its own (`+515.7%`). A number is shown with all its digits in the unit of
 * its column: milliseconds, a share from 0 to 1, bytes. Several numbers are those of several runs, shown by their mean, lowest and highest.
 */
export type Published = string | number | readonly number[]

/** The unit of the figures of a column or a row; a `change` of 0.79 is +79 %. */
export type DocumentedUnit = 'count' | 'time' | 'per second' | 'share' | 'bytes' | 'number' | 'change'

/** A run and the part of it in which a figure is measured. */
export interface Place {
  readonly test: TestResult
  readonly scenario: ScenarioSummary
  /** The requests of the scenario, or of the endpoint of the row. */
  readonly requests: RequestsSummary | SeriesSummary
}

/**
 * A measured figure of one run, in the unit of its column: a number; a figure of a distribution of times, whose caveats are shown; a part of a whole, shown as a
 * share and as both numbers; a count with its rate; or why there is none. `undefined` leaves the cell empty.
 */
export type Measured =
  | number
  | { readonly times: TimeSummary; readonly figure: TimeFigure }
  | { readonly part: number; readonly of: number }
  | { readonly count: number; readonly perSecond: number }
  | { readonly missing: string }
  | null
  | undefined

/** Where a row is measured; what is left out is any. A reader may name a test otherwise (`--title`), so give the scenario where that is enough. */
export interface Where {
  /** Name of the test, also of a test that is swept. */
  readonly test?: string
  readonly variant?: string
  readonly scenario?: string
  /** Name of an endpoint, as in a report: `POST /message`. */
  readonly endpoint?: string
  /** The number of users of the workload, as a level of a sweep over them. */
  readonly users?: number
  /** The beginning of the names of several tests. */
  readonly tests?: string
}

/**
 * How a figure is over several tests: their `mean` or `sum`, that of the test with the `best` throughput of right responses, or of the one with the `fastest`
 * response.
 */
export type OverRuns = 'mean' | 'sum' | 'best' | 'fastest'

/** A column of a documented table. */
export interface DocumentedColumn {
  readonly head: string
  readonly unit: DocumentedUnit
  /** The figure of a distribution of times: those of the row's `times`, or else the response times of its requests. */
  readonly figure?: TimeFigure
  /** The variant that is measured in this column; the column is left out where that was not run and nothing was published. Default: that of the row, or any. */
  readonly variant?: string
  /** Shows the change from the figures of one column to those of another, by their heads, in the rows that were published with one. */
  readonly change?: readonly [from: string, to: string]
  /** Reads the figure of a run, where the row does not. */
  measure?(place: Place): Measured
}

/** A row of a documented table: what was published, and where it is measured. */
export interface DocumentedRow {
  readonly name: string
  readonly where?: Where
  /** The published figures by the heads of their columns; missing for those that were not published. */
  readonly documented?: Readonly<Record<string, Published>>
  /** The unit of this row, where it differs from that of the column. */
  readonly unit?: DocumentedUnit
  /** The times that the columns with a `figure` show. */
  times?(place: Place): TimeSummary | null | undefined
  /** Reads figures of this row in a way of their own, by the heads of their columns. */
  readonly measure?: Readonly<Record<string, (place: Place) => Measured>>
  /** Of which of several tests in `where` the figures of each repeat are. Default: each run has its own. */
  readonly over?: OverRuns
  /** Why the row cannot be measured, where that is known; otherwise it was not run. */
  missing?(): string | undefined
}

/**
 * A table of a published document with the place at which each figure is measured; the report shows both, one below the other.
 *
 * Several runs are shown by their mean, lowest and highest. A table of which nothing was run is left out, as of a part that was not asked for.
 */
export interface DocumentedTable {
  readonly title: string
  readonly intro?: string
  readonly columns: readonly DocumentedColumn[]
  /** The rows, or a function of the result where they depend on what was run. */
  readonly rows: readonly DocumentedRow[] | ((suite: SuiteResult) => readonly DocumentedRow[])
  /** Whether rows that were not run are left out, as of parts that were not asked for, rather than named. */
  readonly onlyRun?: boolean
  /** Whether a terminal shows the table in a full report only. */
  readonly detail?: boolean
}

/** Whether a claim holds for what was measured, and the reason, which follows the claim and a colon. */
export interface ClaimJudged {
  readonly holds: 'yes' | 'no' | 'unknown'
  readonly because: string
}

/** The facts of a run that a rule or a correction may need. */
export interface RunFacts<Own extends object = object, Notes = unknown> {
  /** The part that was run; `undefined` for all parts. */
  readonly part: string | undefined
  /** Whether the target that comes with the preset was tested, and not the user's own. */
  readonly isEmbedded: boolean
  /** The values of the preset's own parameters, without secrets; missing when it has none. */
  readonly own?: Partial<Own>
  /** The notes that `listen` returned. */
  readonly notes?: Notes
}

/**
 * Something that a document says, such as a winner or a recommendation, with the rule that decides it for what was measured.
 *
 * Which of two sides is better is decided by `compareRuns`, never by a rule of the preset; `judgeSides` calls it.
 */
export interface Claim {
  /** The claim in the words of the document: `Multi-core: 86 % more capacity`. */
  readonly says: string
  /** Decides the claim; `undefined` leaves it out, as of a part that was not run. */
  readonly rule: (suite: SuiteResult, facts: RunFacts) => ClaimJudged | undefined
}

/** Something that the document has wrong, in a sentence or several; a function where the sentence needs what was measured. */
export type Correction = string | ((suite: SuiteResult, facts: RunFacts) => readonly string[])
