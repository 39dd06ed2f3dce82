import { BenchpressError } from './benchpress-error.ts'

/** One thing wrong with a config. */
export interface ConfigIssue {
  /** Where, such as `scenarios.reads.workload.duration`; empty for the config as a whole. */
  readonly path: string
  /** What is wrong, such as `unknown key "conections"`. */
  readonly message: string
  /** What to do, such as `did you mean "connections"?`. */
  readonly hint?: string | undefined
}

/** A config that cannot be run, with everything that is wrong with it. */
export class InvalidConfigError extends BenchpressError {
  override readonly name = 'InvalidConfigError'
  readonly issues: readonly ConfigIssue[]

  constructor(issues: readonly ConfigIssue[]) {
    super('INVALID_CONFIG', issues.map(formatIssue).join('\n'))
    this.issues = issues
  }
}

function formatIssue({ path, message, hint }: ConfigIssue): string {
  return `${path === '' ? '' : `${path}: `}${message}${hint === undefined ? '' : `; ${hint}`}`
}
