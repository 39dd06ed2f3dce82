import type { CommandOptions } from '../add-command.ts'
import { exitCodes, type CommandContext } from '../command-io.ts'
import { bashScript } from '../completion/bash-script.ts'
import { readCompletions } from '../completion/completions.ts'
import { fishScript } from '../completion/fish-script.ts'
import { zshScript } from '../completion/zsh-script.ts'

const writers = { bash: bashScript, zsh: zshScript, fish: fishScript }

/** Prints the script by which a shell completes command lines, for `benchpress completion SHELL`. */
export async function completionCommand(
  shell: 'bash' | 'zsh' | 'fish',
  _options: CommandOptions,
  context: CommandContext,
): Promise<number> {
  const { io, known, program, programOf } = context
  io.stdout.write(writers[shell](readCompletions(program, known.presets, programOf)))
  return exitCodes.ok
}
