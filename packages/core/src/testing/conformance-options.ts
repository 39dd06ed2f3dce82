import type { JourneyReference } from '../config/journey-config.ts'

/** What the cases of the conformance kit go by. */
export interface ConformanceOptions {
  /**
   * A journey that uses the plugin against the server, to be done many times; its path or URL, or a reference.
   *
   * Default: one that creates the client and does not use it, which shows little.
   */
  readonly journey?: string | JourneyReference
  /** Folder that the paths of the journey and of the plugin's module are relative to. Default: that of the process. */
  readonly cwd?: string
  /** What the plugin and the journey read as `env`. Default: nothing. */
  readonly env?: Readonly<Record<string, string>>
  /** Users at a time in the cases that run a test. Default 4. */
  readonly users?: number
  /** Iterations of all users together in the cases that run a test. Default 12. */
  readonly iterations?: number
  /** How long `setup`, one iteration, leaving and `teardown` may take each, in milliseconds. Default 5,000. */
  readonly limit?: number
}
