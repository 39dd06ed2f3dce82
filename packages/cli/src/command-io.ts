import type { Writable } from 'node:stream'

/** A stream to print to, with what a terminal adds. */
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number }

/** The streams, the environment and the signal of a command, passed in so that commands can be tested. */
export interface CommandIo {
  /** Where results go. */
  readonly stdout: Output
  /** Where progress and errors go. */
  readonly stderr: Output
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** Aborted with an {@link InterruptedError} by the first signal that asks the command to end. */
  readonly signal: AbortSignal
}

/** The signals that end a run early, with its partial result. */
export const interruptingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** One of {@link interruptingSignals}. */
export type InterruptingSignal = (typeof interruptingSignals)[number]

/** Why a command was ended by the person or program that started it. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError'
  readonly by: InterruptingSignal

  constructor(by: InterruptingSignal) {
    super(`interrupted by ${by}`)
    this.by = by
  }
}
