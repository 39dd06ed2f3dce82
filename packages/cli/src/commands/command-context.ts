import type { CommandIo } from '../command-io.ts'

/** What every command gets beside its own arguments. */
export interface CommandContext {
  readonly io: CommandIo
  /** The command after `--`, to be started as the target; empty without one. */
  readonly targetCommand: readonly string[]
  /** Sets the exit code. */
  finish(code: number): void
}
