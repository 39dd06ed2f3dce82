/** What one case of the conformance kit found. */
export interface ConformanceFinding {
  /** The rule of the plugin contract that is broken: the name of its case. */
  readonly rule: string
  /** The plugin, as its reference names its module. */
  readonly module: string
  /** What was seen, as a clause without a full stop. */
  readonly seen: string
  /** What to do about it, as a clause without a full stop. */
  readonly advice: string
  /** What was thrown by the plugin, if anything was. */
  readonly cause?: unknown
}

/** A rule of the plugin contract that a plugin breaks, with what was seen and what to do. */
export class ConformanceError extends Error implements ConformanceFinding {
  override readonly name: string = 'ConformanceError'
  readonly rule: string
  readonly module: string
  readonly seen: string
  readonly advice: string

  constructor({ rule, module, seen, advice, cause }: ConformanceFinding) {
    super(`${rule}: ${seen}. To do: ${advice}. (plugin ${module})`, cause === undefined ? undefined : { cause })
    this.rule = rule
    this.module = module
    this.seen = seen
    this.advice = advice
  }
}

/** A case that could not be judged, because the plugin breaks a rule that it builds on; `cause` says which and how. */
export class UnjudgedError extends Error {
  override readonly name = 'UnjudgedError'
  /** The case that was not judged. */
  readonly rule: string

  constructor(rule: string, cause: ConformanceError) {
    super(`${rule}: not judged, because the plugin breaks a rule before it, "${cause.rule}": ${cause.seen}`, { cause })
    this.rule = rule
  }
}
