import type { Journey } from '../load/user/journey.ts'

/** A journey in a module, as ready-made journeys are named: any thread can load it. */
export interface JourneyReference {
  /** URL or path of the module. */
  readonly module: string
  /** Default `default`. */
  readonly export?: string
  /** Given to the export, which is then a function that makes the journey. Data that can be cloned. */
  readonly options?: unknown
}

/** A journey as a config names it: path of a module, reference, or function. */
export type JourneyConfig = string | JourneyReference | Journey<never, never>
