/** Why a threshold cannot be judged, in words, to be reported with its place in the config. */
export interface ThresholdProblem {
  /** What is wrong, such as `unknown metric "http_respons_time"`. */
  readonly problem: string
  /** What to do, such as `did you mean "http_response_time"?`. */
  readonly hint?: string
}
