import type { CommandOptions } from '../add-command.ts'
import { exitCodes, type CommandContext } from '../command-io.ts'
import { printLines } from '../print-lines.ts'

/** Lists the published load tests that can be run again, for `benchpress presets`. */
export async function presetsCommand(_argument: undefined, _options: CommandOptions, { io, known }: CommandContext): Promise<number> {
  for (const { name, title, source, parts = {} } of known.presets.values()) {
    const ofParts = Object.entries(parts).map(([part, description]) => `  ${name}:${part}  ${description}`)
    printLines(io.stdout, [name, `  ${title}`, `  ${source.url}`, ...ofParts])
  }
  return exitCodes.ok
}
