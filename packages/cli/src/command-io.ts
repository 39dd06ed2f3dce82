import type { Writable } from 'node:stream'
import type { Command } from 'commander'
import type { KnownPresets } from './presets/known-presets.ts'

/** A stream to print to, with the properties that a terminal adds. */
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number; readonly rows?: number }

/** The streams, the environment and the signal of a command, passed in so that commands can be tested. */
export interface CommandIo {
  /** Where results go. */
  readonly stdout: Output
  /** Where progress and errors go. */
  readonly stderr: Output
  /** Where commands to a CI go, from whose powers texts on the other streams are kept. Default: `stderr`. */
  readonly commands?: Output
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

/** The exit codes of the command. */
export const exitCodes = {
  ok: 0,
  /** A fault of benchpress itself, or an output that was asked for and could not be written or sent. */
  internal: 1,
  /** A wrong flag or config, or a port that was busy before the target started. */
  usage: 2,
  /** The target could not be reached, or failed while the test ran. */
  targetFailed: 96,
  /** The result cannot be believed, or a threshold is inconclusive. */
  invalid: 97,
  /** A comparison found a regression. */
  regression: 98,
  /** A threshold failed, or a rate fell below the least that was asked for. */
  thresholds: 99,
  interrupted: { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 },
} as const

/** What every command is given, besides its own arguments. */
export interface CommandContext {
  readonly io: CommandIo
  /** The arguments after the name of the program. */
  readonly args: readonly string[]
  /** The command after `--`, to be started as the target; empty without one. */
  readonly targetCommand: readonly string[]
  /** The presets that the command line may name; empty where it cannot name any. */
  readonly known: KnownPresets
  /** The program that the command belongs to. */
  readonly program: Command
  /** Makes the program of a command line that names a preset. */
  readonly programOf: (preset: string | undefined) => Command
  /** Sets the exit code. */
  finish(code: number): void
  /** Has a function called when everything was printed. */
  onEnd(end: () => void): void
}
