/** How far a result can be believed. */
export type Level = 'valid' | 'suspect' | 'invalid'

/** Why a result is judged as it is; a `note` explains a figure and changes no level. */
export interface Reason {
  /** The rule's name in kebab-case, such as `queue-depth`. */
  readonly rule: string
  readonly level: 'note' | 'suspect' | 'invalid'
  /** A plain sentence with the figures that led to it. */
  readonly text: string
}

/** The judgement of one test: the worst level among its reasons. */
export interface Verdict {
  readonly level: Level
  readonly reasons: readonly Reason[]
}
