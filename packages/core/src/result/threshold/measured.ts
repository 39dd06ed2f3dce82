/**
 * What was measured of one metric, or of a part of it.
 *
 * @template Times a distribution: a histogram while a test runs, its figures when they are all that is left
 */
export type Measured<Times> =
  | { readonly type: 'counter'; readonly count: number }
  | {
      readonly type: 'gauge'
      readonly value: number | null
      readonly min: number | null
      readonly max: number | null
      /** When `value` was set, to tell which of several was the last; `null` where that is not known any more. */
      readonly at: number | null
    }
  | { readonly type: 'rate'; readonly hits: number; readonly total: number }
  | { readonly type: 'trend'; readonly values: Times }

/** What was measured of one metric of the user's own. */
export interface MeasuredOwn<Times> {
  readonly whole: Measured<Times>
  /** By the values of its tag; none where it is kept by no tag. */
  readonly byTag: readonly { readonly name: string; readonly measured: Measured<Times> }[]
}

/** Why there is nothing to read, in words, such as `no endpoint POST /bids; there is: POST /bid`. */
export interface Missing {
  readonly missing: string
}
