import type { Journey } from './journey.ts'

/** A journey in a module. */
export interface JourneyModule {
  /** URL or path of the module. */
  readonly module: string
  readonly export: string
  /** Given to the export, which then makes the journey; `undefined` when it is the journey. */
  readonly options: unknown
}

/** Where a journey comes from: a module, or a function where the load runs in the calling thread. */
export type JourneySource = JourneyModule | { readonly run: Journey<never, never> }
