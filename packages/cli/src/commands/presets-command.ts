import type { Command } from 'commander'
import type { CommandContext } from '../command-io.ts'
import type { Presets } from '../presets/known-presets.ts'

/** Adds `benchpress presets`, which lists the published load tests that can be run again. */
export function addPresetsCommand(program: Command, { io }: CommandContext, presets: Presets): void {
  program
    .command('presets')
    .description('list the published load tests that can be run again')
    .action(() => {
      for (const { name, title, source, parts = {} } of presets.values()) {
        io.stdout.write(`${name}\n  ${title}\n  ${source}\n`)
        for (const [part, description] of Object.entries(parts)) io.stdout.write(`  ${name}:${part}  ${description}\n`)
      }
    })
}
