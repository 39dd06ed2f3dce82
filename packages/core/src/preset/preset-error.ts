const brand = Symbol.for('benchpress.preset-error')

/** The base of errors in the contract of presets, to be recognised with {@link isPresetError}. */
export class PresetError extends Error {
  constructor(message: string) {
    super(message)
    Object.defineProperty(this, brand, { value: true })
  }
}

/** Whether a value is an error of a kind, even one from another installed copy, for which `instanceof` fails. */
export function isPresetError<Kind extends PresetError>(value: unknown, kind: new (...args: never[]) => Kind): value is Kind {
  return value instanceof Error && brand in value && value.name === kind.name
}

/** One mistake in the call of a command. */
export interface Problem {
  /** What is wrong, such as `--connections 0: must be at least 1`. */
  readonly message: string
  /** What to do about it, as a sentence. */
  readonly hint?: string | undefined
}

/** Thrown for a wrong call of a command, with every mistake; the command ends with exit code 2. */
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
