import { PresetError } from './preset-error.ts'

/** One thing wrong with how a command was called. */
export interface Problem {
  /** What is wrong, such as `-c 0: must be a whole number of at least 1`. */
  readonly message: string
  /** What to do about it, as a sentence. */
  readonly hint?: string | undefined
}

/** A command that was called wrongly, with everything that is wrong; ends with exit code 2. */
export class UsageError extends PresetError {
  override readonly name = 'UsageError'
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(problems.map((problem) => problem.message).join('\n'))
    this.problems = problems
  }
}

/** Makes an error of a single problem. */
export function usageError(message: string, hint?: string): UsageError {
  return new UsageError([{ message, hint }])
}
