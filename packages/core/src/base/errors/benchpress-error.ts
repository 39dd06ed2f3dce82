import { redactText } from '../redact/redact-text.ts'
import { hideSecrets } from '../redact/secrets.ts'

/** The kind of failure that an error reports; stable, for programs to branch on. */
export type ErrorCode =
  | 'INVALID_CONFIG'
  | 'TARGET_UNREACHABLE'
  | 'TARGET_PORT_BUSY'
  | 'TARGET_NOT_READY'
  | 'TARGET_EXITED'
  | 'WORKER_FAILED'
  | 'SETUP_FAILED'
  | 'NOT_COMPARABLE'
  | 'BROKER_UNREACHABLE'
  | 'MACHINES_MISSING'
  | 'NOT_TRUSTED'

const brand = Symbol.for('benchpress.error')

/**
 * An error of benchpress with a stable `code` and, if there is something to do about it, a `hint`; both without the secrets of this thread.
 *
 * Recognise it by {@link isBenchpressError} rather than `instanceof`, which fails when two copies are installed.
 */
export class BenchpressError extends Error {
  override readonly name: string = 'BenchpressError'
  readonly code: ErrorCode
  /** What the reader can do about it, as a sentence. */
  readonly hint: string | undefined

  constructor(code: ErrorCode, message: string, options: { hint?: string | undefined; cause?: unknown } = {}) {
    super(hideSecrets(message), options.cause === undefined ? undefined : { cause: shownCause(options.cause) })
    this.code = code
    this.hint = hideSecrets(options.hint)
    Object.defineProperty(this, brand, { value: true })
  }
}

// Whoever prints an error prints its cause, whose message cannot be changed.
function shownCause(cause: unknown): unknown {
  const text = cause instanceof Error ? cause.stack : cause
  const shown = hideSecrets(text)
  return shown === text ? cause : shown
}

/** Whether a value is an error of benchpress, even one from another installed copy. */
export function isBenchpressError(value: unknown): value is BenchpressError {
  return typeof value === 'object' && value !== null && brand in value
}

/** One thing wrong with a config. */
export interface ConfigIssue {
  /** Path of the wrong value, such as `scenarios.reads.workload.duration`; empty for the whole config. */
  readonly path: string
  /** What is wrong, such as `unknown key "conections"`. */
  readonly message: string
  /** What to do, such as `did you mean "connections"?`. */
  readonly hint?: string | undefined
}

/** Thrown for a config that cannot be run, with everything that is wrong with it. */
export class InvalidConfigError extends BenchpressError {
  override readonly name = 'InvalidConfigError'
  readonly issues: readonly ConfigIssue[]

  constructor(issues: readonly ConfigIssue[]) {
    const shown = hideSecrets(issues)
    super('INVALID_CONFIG', shown.map(formatIssue).join('\n'))
    this.issues = shown
  }
}

function formatIssue({ path, message, hint }: ConfigIssue): string {
  return `${path === '' ? '' : `${path}: `}${message}${hint === undefined ? '' : `; ${hint}`}`
}

/** The message of an error, or any other thrown value, as text without secrets. */
export function messageOf(error: unknown): string {
  // A name with several addresses fails with the errors of all of them, and without a message of its own.
  if (error instanceof AggregateError && error.message === '' && error.errors.length > 0) return messageOf(error.errors[0])
  if (isBenchpressError(error)) return error.message
  return redactText(error instanceof Error ? error.message : String(error))
}

/** The code of an error of the system or of Node.js, such as `ENOENT`; `undefined` for any other. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
