import type { Preset, Problem } from '@benchpress/core/preset'
import { asSentence, nameHint } from '@benchpress/core/report'
import { Command, CommanderError } from 'commander'
import { debugVariable } from '../flags/check-environment.ts'
import { outputFlags } from '../flags/output-flags.ts'
import { spellingsOf } from '../flags/read-flags.ts'
import { refusedFlags, addHiddenFlags, addRefusedFlags } from '../flags/add-flags.ts'
import { findFlags, flagsOfSettings } from '../flags/config-flags.ts'
import type { Flag } from '../flags/flag.ts'
import { flagsOfPreset } from '../flags/parameter-flags.ts'

const ours: readonly Flag<unknown>[] = Object.values<Flag<unknown>>({ ...flagsOfSettings, ...outputFlags, ...findFlags })

/**
 * Checks the flags of a third-party preset: it can neither add a flag that the command has, nor refuse one that the command has not.
 *
 * @param source the file or the package of the preset, as it was named
 */
export function findFlagProblems(source: string, preset: Preset): readonly Problem[] {
  const taken = new Set([...ours, ...refusedFlags, { flags: '-h, --help' }, { flags: '-v, --version' }].flatMap(namesOf))
  const variables = new Set([debugVariable, ...ours.flatMap(({ env }) => env ?? [])])
  const { unfit = [] } = preset
  const own = Object.entries(flagsOfPreset(preset))
  const twins = own.flatMap(([key, flag]): readonly Problem[] => {
    const path = `${source}: parameters.${key}`
    const twice = spellingsOf(flag).filter((spelling) => taken.has(withoutNo(spelling)))
    for (const name of namesOf(flag)) taken.add(name)
    const ofFlag = `${twice.join(' and ')} is a flag of the command already`
    return [
      ...(twice.length === 0 ? [] : [{ message: `${path}: ${ofFlag}`, hint: 'Choose another name.' }]),
      ...findVariableProblems(`${path}.variable`, flag, variables),
    ]
  })
  const names = Object.keys(flagsOfSettings)
  const strangers = unfit.flatMap(({ key }, index): readonly Problem[] => {
    if (names.includes(key)) return []
    return [{ message: `${source}: unfit[${index}].key: the command has no "${key}"`, hint: asSentence(nameHint(key, names)) }]
  })
  return [...twins, ...strangers]
}

function findVariableProblems(path: string, { env }: Flag<unknown>, taken: Set<string>): readonly Problem[] {
  if (env === undefined) return []
  if (taken.has(env)) return [{ message: `${path}: ${env} is a variable of the command already`, hint: 'Choose another name.' }]
  taken.add(env)
  // An unknown flag is refused as a typing error anyway.
  const isOurs = env.startsWith('BENCHPRESS_')
  return isOurs ? [{ message: `${path}: ${env} is named as the variables of the command are`, hint: 'Choose another beginning.' }] : []
}

// A flag and its negation, such as `--color` and `--no-color`, share one value.
function withoutNo(spelling: string): string {
  return spelling.replace(/^--no-/, '--')
}

function namesOf(flag: Pick<Flag<unknown>, 'flags' | 'aliases'>): readonly string[] {
  return spellingsOf(flag).map(withoutNo)
}

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
  addHiddenFlags(command, { ...flagsOfSettings, ...outputFlags, ...findFlags })
  for (const preset of presets.values()) addHiddenFlags(command, flagsOfPreset(preset))
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
