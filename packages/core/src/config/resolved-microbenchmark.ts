import type { MicrobenchmarkSource } from '../microbenchmark/microbenchmark-source.ts'

/** The functions of one module with every default filled in. Times in microseconds. */
export interface ResolvedFunctions {
  readonly name: string
  readonly source: MicrobenchmarkSource
  readonly time: number
  readonly warmup: number
  readonly parallel: number
  readonly only: readonly string[] | undefined
}

/** A test of functions that was checked, with every default filled in. */
export interface ResolvedMicrobenchmark {
  readonly name: string
  readonly functions: readonly ResolvedFunctions[]
  /** `env` and `secrets` of the config. */
  readonly env: Readonly<Record<string, string>>
  /** Texts that must not be shown. */
  readonly secrets: readonly string[]
  readonly seed: number
  readonly inCallingThread: boolean
}
