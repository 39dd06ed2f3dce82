/** A table of texts: the first column names the rows. */
export interface TableContent {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Headings of the columns beside the first that hold texts rather than figures. */
  readonly texts?: readonly string[]
  /** How many of the first columns name the rows. Default 1. */
  readonly names?: number
  /** Headings of the columns that move into a table of their own on a terminal without room for all of them. */
  readonly apart?: readonly string[]
}
