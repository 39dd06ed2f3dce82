import type { Command } from 'commander'
import type { CommandContext } from '../command-io.ts'
import type { Presets } from '../presets/known-presets.ts'

/** Adds `benchpress presets`, which lists the published load tests that can be run again. */
export function addPresetsCommand(program: Command, { io }: CommandContext, presets: Presets): void {
  program
    .command('presets')
    .description('list the published load tests that can be run again')
    .action(async () => {
      const { printLines } = await import('../print-lines.ts')
      for (const { name, title, source, parts = {} } of presets.values()) {
        const ofParts = Object.entries(parts).map(([part, description]) => `  ${name}:${part}  ${description}`)
        printLines(io.stdout, [name, `  ${title}`, `  ${source}`, ...ofParts])
      }
    })
}
