import { PresetError } from './preset-error.ts'

/** Where the value of a flag is read, for flags that name files. */
export interface FlagContext {
  readonly cwd: string
  /** Is called with the absolute path of each file that is read. */
  readonly onRead?: (path: string) => void
}

/** One flag of a command: how it is written, and how its text becomes a value. */
export interface Flag<Value> {
  /** As commander reads it, such as `-c, --connections <count>`. */
  readonly flags: string
  readonly description: string
  /** The default, as the help shows it. */
  readonly default?: string
  /** Other spellings, accepted but not shown in the help, such as autocannon's `--socketPath <path>`. */
  readonly aliases?: readonly string[]
  /**
   * What its text can be, for the shells that complete it; where that is one of these alone, `wordFlag` makes the flag. A word that ends with `=` goes before
   * a file, which can also stand alone.
   */
  readonly words?: readonly string[]
  /** Whether the flag may be given several times; otherwise the last one counts. */
  readonly repeatable?: boolean
  /** Name of the environment variable that has the same effect. */
  readonly env?: string
  /**
   * Reads the texts that were given, at least one.
   *
   * @throws InvalidFlagError that says what they must be
   */
  readonly parse: (texts: readonly string[], context: FlagContext) => Value
}

/** One flag for each setting. */
export type FlagsOf<Settings> = { readonly [Key in keyof Settings]-?: Flag<Exclude<Settings[Key], undefined>> }

/** A flag's text that cannot be read; the message continues after the flag's name and its text. */
export class InvalidFlagError extends PresetError {
  override readonly name = 'InvalidFlagError'
  readonly hint: string | undefined
  /** The part of the text that is shown, where the whole of it could reveal a secret. */
  readonly shown: string | undefined

  constructor(message: string, { hint, shown }: { readonly hint?: string; readonly shown?: string } = {}) {
    super(message)
    this.hint = hint
    this.shown = shown
  }
}

/** Makes a parser of one text into one for a flag that may be given once; the last one counts. */
export function last<Value>(parse: (text: string, context: FlagContext) => Value): Flag<Value>['parse'] {
  return (texts, context) => parse(texts.at(-1) ?? '', context)
}

/** What else is known of a flag than how it is written, described and read. */
export type FlagFacts = Omit<Flag<unknown>, 'flags' | 'description' | 'parse' | 'repeatable'>

/** A flag whose text is read by a function. It may be given once; the last one counts. */
export function flag<Value>(
  flags: string,
  description: string,
  parse: (text: string, context: FlagContext) => Value,
  facts: FlagFacts = {},
): Flag<Value> {
  return { flags, description, ...facts, parse: last(parse) }
}

/** A flag that is given or not, and takes no value. */
export function switchFlag(flags: string, description: string, facts: FlagFacts = {}): Flag<true> {
  return { flags, description, ...facts, parse: () => true }
}
