import { Command, CommanderError } from 'commander'
import type { Flag, Preset } from '@benchpress/core/preset'
import { addHiddenFlags, addRefusedFlags } from '../flags/add-flags.ts'
import { findFlags } from '../flags/suite-flags.ts'
import { outputFlags } from '../flags/output-flags.ts'
import { flagsOfSettings } from './refuse-flags.ts'

/**
 * Finds the word of a command line that names a preset: the first one that is neither a flag nor the value of one.
 *
 * A word after an unknown flag, such as one of a preset that is not loaded yet, is skipped: it can be the value of the flag, and a wrong file would be run.
 *
 * @param args the arguments after `preset`
 */
export function findNamedWord(args: readonly string[], presets: ReadonlyMap<string, Preset>): string | undefined {
  // The final parser reads the flag here too, so that both agree.
  const command = new Command('preset').exitOverride().configureOutput({ outputError: () => undefined })
  addHiddenFlags<object>(command, { ...flagsOfSettings, ...outputFlags, ...findFlags })
  for (const { flags = {} } of presets.values()) addHiddenFlags(command, flags as Readonly<Record<string, Flag<unknown>>>)
  addRefusedFlags(command)
  command.helpOption(false).option('-h, --help').option('-v, --version')
  try {
    const { operands, unknown } = command.parseOptions([...args])
    const next = operands[0] ?? unknown.find((arg) => !/^-.*=/.test(arg))
    return next?.startsWith('-') === true ? undefined : next
  } catch (error) {
    // A flag without its value, which the command reports.
    if (error instanceof CommanderError) return undefined
    throw error
  }
}
