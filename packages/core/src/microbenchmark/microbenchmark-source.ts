/** Where a microbenchmark comes from. */
export interface MicrobenchmarkSource {
  /** URL or path of the module. */
  readonly module: string
  readonly export: string
  /** For the set-up; where the export is a function, it makes the microbenchmark from them. */
  readonly options: unknown
}
