import { isBenchpressError, type BenchpressError } from '@benchpress/core'
import { asSentence, messageOf, redactMessage } from '@benchpress/core/report'
import { printable } from '@benchpress/report/texts'
import { isPresetError, UsageError, type Problem } from '@benchpress/core/preset'
import { exitCodes } from './command-io.ts'

/** An error as it is shown to the reader. */
export interface ErrorDescription {
  /** Lines for stderr, without secrets and control characters. */
  readonly lines: readonly string[]
  readonly exitCode: number
}

/** Describes what went wrong and what to do about it; the place in the code is shown only on demand, for faults of benchpress itself. */
export function describeError(error: unknown, isDebugging: boolean): ErrorDescription {
  const { lines, exitCode } = describe(error, isDebugging)
  return { lines: lines.flatMap(showLines), exitCode }
}

/** Describes problems in lines for stderr, without secrets and control characters. */
export function describeProblems(problems: readonly Problem[]): readonly string[] {
  return linesOf(problems).flatMap(showLines)
}

/** Splits a text into printable lines without secrets, since it may quote a target or a command line. */
function showLines(text: string): readonly string[] {
  return redactMessage(text).split('\n').map(printable)
}

function describe(error: unknown, isDebugging: boolean): ErrorDescription {
  if (isPresetError(error, UsageError)) return { lines: linesOf(error.problems), exitCode: exitCodes.usage }
  if (isBenchpressError(error)) {
    const messages = severalLines.has(error.code) ? error.message.split('\n') : [error.message]
    return { lines: [...messages.map((message) => `benchpress: ${message}`), ...hintLines(error.hint)], exitCode: codes[error.code] }
  }
  const message = messageOf(error)
  const stack = error instanceof Error && isDebugging ? [error.stack ?? ''] : []
  const hint = isDebugging ? [] : hintLines('This is a fault of benchpress. BENCHPRESS_DEBUG=1 shows where.')
  return { lines: [`benchpress: internal error: ${message}`, ...stack, ...hint], exitCode: exitCodes.internal }
}

// Errors whose messages have one problem a line.
const severalLines: ReadonlySet<string> = new Set(['INVALID_CONFIG', 'NOT_COMPARABLE'])

const codes: Readonly<Record<BenchpressError['code'], number>> = {
  INVALID_CONFIG: exitCodes.usage,
  TARGET_PORT_BUSY: exitCodes.usage,
  TARGET_UNREACHABLE: exitCodes.targetFailed,
  TARGET_NOT_READY: exitCodes.targetFailed,
  TARGET_EXITED: exitCodes.targetFailed,
  WORKER_FAILED: exitCodes.internal,
  // The set-up of a journey is code of its author.
  SETUP_FAILED: exitCodes.usage,
  // Nothing was sent.
  BROKER_UNREACHABLE: exitCodes.usage,
  MACHINES_MISSING: exitCodes.usage,
  NOT_TRUSTED: exitCodes.usage,
  NOT_COMPARABLE: exitCodes.usage,
}

function linesOf(problems: readonly Problem[]): readonly string[] {
  return problems.flatMap(({ message, hint }) => [`benchpress: ${message}`, ...hintLines(hint)])
}

// Hints of core continue a message; here each hint has a line of its own. A place in the code stays as it is.
function hintLines(hint: string | undefined): readonly string[] {
  if (hint === undefined) return []
  return [`  ${/^at |[.!]$/.test(hint) ? hint : asSentence(hint)}`]
}
