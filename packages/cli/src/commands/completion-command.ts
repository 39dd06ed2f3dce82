import { Argument, type Command } from 'commander'
import type { CommandContext } from '../command-io.ts'
import type { Completions } from '../completion/completions.ts'
import type { Presets } from '../presets/known-presets.ts'

const shells = ['bash', 'zsh', 'fish'] as const

/**
 * Adds `benchpress completion SHELL`, which prints the script by which a shell completes command lines.
 *
 * @param programOf makes the program of a command line that names a preset
 */
export function addCompletionCommand(
  program: Command,
  { io }: CommandContext,
  presets: Presets,
  programOf: (preset: string | undefined) => Command,
): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>').choices(shells))
    .description('print the script by which a shell completes commands, flags, presets and files')
    .action(async (shell: (typeof shells)[number]) => {
      const { readCompletions } = await import('../completion/completions.ts')
      const write = await loadWriter(shell)
      io.stdout.write(write(readCompletions(program, presets, programOf)))
    })
}

async function loadWriter(shell: (typeof shells)[number]): Promise<(completions: Completions) => string> {
  switch (shell) {
    case 'bash':
      return (await import('../completion/bash-script.ts')).bashScript
    case 'zsh':
      return (await import('../completion/zsh-script.ts')).zshScript
    case 'fish':
      return (await import('../completion/fish-script.ts')).fishScript
  }
}
