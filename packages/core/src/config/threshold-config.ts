import type { Duration } from './workload-config.ts'

/** A condition such as `p99 < 200ms`, alone or with what happens when it fails. */
export type ThresholdConfig =
  | string
  | {
      readonly threshold: string
      /** Ends the test as soon as it fails. Default false. */
      readonly abortOnFail?: boolean
      /** How long after the start of the run phase it is first looked at. Default `5s`. */
      readonly after?: Duration
    }
