import type { Command, Option } from 'commander'
import { WordOption } from '../flags/add-flags.ts'
import type { Presets } from '../presets/known-presets.ts'

/** A word that can stand somewhere, and what it means. */
export interface CompletedWord {
  readonly word: string
  readonly description: string
}

/** A flag with all its spellings, such as `-c` and `--connections`. */
export interface CompletedFlag {
  readonly spellings: readonly string[]
  readonly description: string
  readonly hasValue: boolean
  /**
   * The values that the flag can have; empty where anything is possible, such as a file. A value that ends with `=` goes before a file, which can also stand
   * alone.
   */
  readonly values: readonly string[]
}

/** What can follow a command, or a preset. */
interface CompletedCommand extends CompletedWord {
  readonly flags: readonly CompletedFlag[]
  /** The values of the first argument; empty where the argument is a file, a folder or a URL. */
  readonly words: readonly CompletedWord[]
}

/** Everything that a shell completes. */
export interface Completions {
  readonly commands: readonly CompletedCommand[]
  /** The flags before any command, where a URL and its flags can also stand. */
  readonly flags: readonly CompletedFlag[]
  /** The command that a URL stands for. */
  readonly ofUrl: CompletedCommand
  /** The flags of each preset other than those of all presets, by its name. */
  readonly presets: ReadonlyMap<string, readonly CompletedFlag[]>
}

/**
 * Reads what can be completed from the program itself.
 *
 * @param programOf makes the program of a command line that names a preset, with the flags of that preset
 */
export function readCompletions(program: Command, presets: Presets, programOf: (preset: string | undefined) => Command): Completions {
  const all = program.createHelp().visibleCommands(program)
  const words = wordsOf(all, presets)
  const common = findCommand(programOf(undefined), 'preset')
  const flagsOfPresets = visibleFlags(common)
  const known = new Set(flagsOfPresets.flatMap(({ spellings }) => spellings))
  const commands = all.map((command) => ({
    ...asWord(command),
    flags: command.name() === 'preset' ? flagsOfPresets : visibleFlags(command),
    words: words.get(command.name()) ?? choicesOf(command),
  }))
  const ofUrl = commands.find(({ word }) => word === 'run')
  if (ofUrl === undefined) throw new RangeError('there is no command run')
  const own = [...presets.keys()].map((name): [string, readonly CompletedFlag[]] => [
    name,
    visibleFlags(findCommand(programOf(name), 'preset')).filter(({ spellings }) => spellings.every((spelling) => !known.has(spelling))),
  ])
  const ofProgram = visibleFlags(program).filter(({ spellings }) => !spellings.includes('--help'))
  return { commands, flags: [...ofProgram, ...ofUrl.flags], ofUrl, presets: new Map(own) }
}

function wordsOf(commands: readonly Command[], presets: Presets): ReadonlyMap<string, readonly CompletedWord[]> {
  const ofPresets = [...presets.values()].flatMap(({ name, title, parts = {} }) => [
    { word: name, description: title },
    ...Object.entries(parts).map(([part, description]) => ({ word: `${name}:${part}`, description })),
  ])
  return new Map([
    ['preset', ofPresets],
    ['help', commands.map(asWord)],
  ])
}

function findCommand(program: Command, name: string): Command {
  const found = program.commands.find((command) => command.name() === name)
  if (found === undefined) throw new RangeError(`there is no command ${name}`)
  return found
}

function asWord(command: Command): CompletedWord {
  return { word: command.name(), description: command.description() }
}

function choicesOf({ registeredArguments: [first], commands }: Command): readonly CompletedWord[] {
  return [...commands.map(asWord), ...(first?.argChoices ?? []).map((word) => ({ word, description: '' }))]
}

function visibleFlags(command: Command): readonly CompletedFlag[] {
  return command.createHelp().visibleOptions(command).map(asFlag)
}

function asFlag(option: Option): CompletedFlag {
  const { short, long, description, required, optional } = option
  return {
    spellings: [short, long].flatMap((spelling) => spelling ?? []),
    description,
    hasValue: required || optional,
    values: option instanceof WordOption ? option.words : [],
  }
}

/** The spellings of all flags that are followed by a value. */
export function spellingsWithValue(completions: Completions): readonly string[] {
  const valued = allFlags(completions).filter(({ hasValue }) => hasValue)
  return [...new Set(valued.flatMap(({ spellings }) => spellings))].toSorted()
}

/** The possible values of flags, by the spelling of a flag; a flag whose value can be anything is left out. */
export function valuesOfFlags(completions: Completions): ReadonlyMap<string, readonly string[]> {
  const known = allFlags(completions).filter(({ values }) => values.length > 0)
  return new Map(known.flatMap(({ spellings, values }) => spellings.map((spelling) => [spelling, values] as const)))
}

/** Flags of a command whose values can be anything, as `compare:-o`, where those of another command with the same spelling are known. */
export function openFlags(completions: Completions): readonly string[] {
  const known = valuesOfFlags(completions)
  return completions.commands.flatMap(({ word, flags }) =>
    flags
      .filter(({ hasValue, values }) => hasValue && values.length === 0)
      .flatMap(({ spellings }) => spellings.filter((spelling) => known.has(spelling)).map((spelling) => `${word}:${spelling}`)),
  )
}

/** Whether some of the values of a flag go before a file. */
export function takesFiles(values: readonly string[]): boolean {
  return values.some((value) => value.endsWith('='))
}

function allFlags({ commands, presets }: Completions): readonly CompletedFlag[] {
  return [...commands.flatMap(({ flags }) => flags), ...[...presets.values()].flat()]
}
