import type { Problem } from '@benchpress/core/preset'
import { attributeOf, refusedFlags } from './add-flags.ts'
import { InvalidFlagError, type Flag, type FlagContext, type Flags } from './flag.ts'

/** The command line and the environment that flags are read from. */
export interface FlagSource extends FlagContext {
  /** The options that commander read from the command line. */
  readonly options: Readonly<Record<string, unknown>>
  readonly env: Readonly<Record<string, string | undefined>>
}

/** The values of flags by their keys; `undefined` for a flag that is not given. */
export type SettingsOf<All> = { readonly [Key in keyof All]: All[Key] extends Flag<infer Value> ? Value | undefined : never }

/** Reads the values of all flags, the command line before the environment; adds everything that is wrong to `problems`. */
export function readFlags<All extends Flags>(flags: All, source: FlagSource, problems: Problem[]): SettingsOf<All> {
  const read = Object.entries(flags).map(([key, flag]) => [key, readFlag(flag, source, problems)])
  return Object.fromEntries(read) as SettingsOf<All>
}

/** Whether a flag is on the command line, rather than in the environment. */
export function isGiven(flag: Flag<unknown>, source: FlagSource): boolean {
  return textsOf(flag, source.options).length > 0
}

/** Adds a problem for each refused flag on the command line. */
export function refuseFlags(source: FlagSource, problems: Problem[]): void {
  for (const { flags, reason, instead } of refusedFlags) {
    if (source.options[attributeOf(flags)] !== undefined) problems.push({ message: `${longName(flags)}: ${reason}`, hint: instead })
  }
}

/**
 * Finds a URL that a flag of another tool took as its value, as in `--rps http://localhost:3000`: that URL was meant as the target.
 *
 * @param options the options that commander read from the command line
 */
export function findTakenUrl(options: Readonly<Record<string, unknown>>): string | undefined {
  const values = refusedFlags.map(({ flags }) => options[attributeOf(flags)])
  return values.find((value) => typeof value === 'string' && /^https?:\/\/|^localhost\b/i.test(value)) as string | undefined
}

function readFlag(flag: Flag<unknown>, source: FlagSource, problems: Problem[]): unknown {
  const given = textsOf(flag, source.options)
  const isFromEnv = given.length === 0
  const texts = isFromEnv ? textsOfVariable(flag, source.env) : given
  if (texts.length === 0) return undefined
  try {
    if (isFromEnv && !/[<[]/.test(flag.flags) && !texts.every(parseSwitch)) return undefined
    return flag.parse(texts, source)
  } catch (error) {
    if (!(error instanceof InvalidFlagError)) throw error
    const shown = error.shown ?? texts.join(', ')
    const what = isFromEnv ? `${flag.env}=${shown}` : `${longName(flag.flags)} ${shown}`.trim()
    problems.push({ message: `${what}: ${error.message}`, hint: error.hint })
    return undefined
  }
}

function textsOfVariable({ env }: Flag<unknown>, variables: FlagSource['env']): readonly string[] {
  const text = env === undefined ? '' : (variables[env] ?? '')
  return text === '' ? [] : [text]
}

function textsOf(flag: Flag<unknown>, options: FlagSource['options']): readonly string[] {
  return [flag.flags, ...(flag.aliases ?? [])].flatMap((flags) => {
    const value = options[attributeOf(flags)]
    const isAbsent = value === undefined || (flags.startsWith('--no-') && value === true)
    if (isAbsent) return []
    // Commander gives texts, lists of texts, and booleans for flags without a value.
    return Array.isArray(value) ? value.map(String) : [typeof value === 'string' ? value : 'true']
  })
}

/** The spellings of a flag, such as `-c` and `--connections`. */
export function spellingsOf({ flags, aliases = [] }: Pick<Flag<unknown>, 'flags' | 'aliases'>): readonly string[] {
  return [flags, ...aliases].flatMap((text) => text.match(/(?<![\w-])--?[a-zA-Z][\w-]*/g) ?? [])
}

/** The long name of a flag, such as `--connections`. */
export function longName(flags: string): string {
  return /--[\w-]+/.exec(flags)?.[0] ?? flags
}

/**
 * Reads the text of an environment variable that switches something: `1`, `true` or `yes` is on, `0`, `false`, `no` or nothing is off.
 *
 * @throws InvalidFlagError for anything else
 */
export function parseSwitch(text: string): boolean {
  const word = text.trim().toLowerCase()
  if (['1', 'true', 'yes'].includes(word)) return true
  if (['', '0', 'false', 'no'].includes(word)) return false
  throw new InvalidFlagError('must be 1, true or yes for on, or 0, false or no for off')
}
