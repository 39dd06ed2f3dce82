import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { RunningTarget } from '../target/running-target.ts'
import type { OnProgress } from './progress.ts'

/** One test of a suite, about to run against a target that answers. */
export interface TestContext {
  readonly config: ResolvedConfig
  readonly target: RunningTarget
  readonly variant: string
  /** 1 for the first. */
  readonly repeat: number
  readonly repeats: number
  readonly signal: AbortSignal | undefined
  readonly onProgress: OnProgress | undefined
}
