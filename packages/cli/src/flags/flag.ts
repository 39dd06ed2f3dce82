import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { closestName, messageOf, parseDuration } from '@benchpress/core/report'

/** The place from which flags that name files are read. */
export interface FlagContext {
  readonly cwd: string
  /** Is called with the absolute path of each file that is read. */
  readonly onRead?: (path: string) => void
}

/** One flag of a command: how it is written, and how its text becomes a value. */
export interface Flag<Value> {
  /** The flag in the notation of commander, such as `-c, --connections <count>`. */
  readonly flags: string
  readonly description: string
  /** The default as text, for the help. */
  readonly default?: string
  /** Other spellings, accepted but not shown in the help, such as autocannon's `--socketPath <path>`. */
  readonly aliases?: readonly string[]
  /** Values that shells complete. A word that ends with `=` is followed by a file, which can also stand alone. */
  readonly words?: readonly string[]
  /** Whether the flag may be given several times; otherwise the last one counts. */
  readonly repeatable?: boolean
  /** Name of the environment variable that has the same effect. */
  readonly env?: string
  /** The fields of a config that the flag sets, such as `expect.status`. Default: the one of its key. */
  readonly at?: readonly string[]
  /** Whether its value may be a secret, and is never shown. */
  readonly isSecret?: boolean
  /**
   * Reads the given texts, at least one. What the check of the config refuses is left as it is.
   *
   * @throws InvalidFlagError with what the texts must be
   */
  readonly parse: (texts: readonly string[], context: FlagContext) => Value
}

/** Flags by the keys of their values. */
export type Flags = Readonly<Record<string, Flag<unknown>>>

/** One flag for each setting. */
export type FlagsOf<Settings> = { readonly [Key in keyof Settings]-?: Flag<Exclude<Settings[Key], undefined>> }

/** Thrown for a flag whose text cannot be read; the message continues after the flag's name and its text. */
export class InvalidFlagError extends Error {
  readonly hint: string | undefined
  /** The part of the text that may be shown, when the whole text could reveal a secret. */
  readonly shown: string | undefined

  constructor(message: string, { hint, shown }: { readonly hint?: string | undefined; readonly shown?: string } = {}) {
    super(message)
    this.hint = hint
    this.shown = shown
  }
}

type FlagFacts = Omit<Flag<unknown>, 'flags' | 'description' | 'parse' | 'repeatable'>

/** Makes a flag that may be given once; the last text counts. */
export function flag<Value>(
  flags: string,
  description: string,
  parse: (text: string, context: FlagContext) => Value,
  facts: FlagFacts = {},
): Flag<Value> {
  return { flags, description, ...facts, parse: (texts, context) => parse(texts.at(-1) ?? '', context) }
}

/** Makes a flag whose value is its text. */
export function textFlag<Text extends string = string>(flags: string, description: string, facts?: FlagFacts): Flag<Text> {
  return flag(flags, description, (text) => text as Text, facts)
}

/** Makes a flag without a value. */
export function switchFlag(flags: string, description: string, facts: FlagFacts = {}): Flag<true> {
  return { flags, description, ...facts, parse: () => true }
}

/** Makes a flag that may be given several times; all its texts are read together. */
export function listFlag<Value = readonly string[]>(
  flags: string,
  description: string,
  parse: Flag<Value>['parse'] = (texts) => texts as Value,
  facts: FlagFacts = {},
): Flag<Value> {
  return { flags, description, ...facts, repeatable: true, parse }
}

/** Makes a flag of a number that the config checks. */
export function numberFlag(flags: string, description: string, facts?: FlagFacts): Flag<number> {
  return flag(flags, description, (text) => readNumber(text) as number, facts)
}

/** Makes a flag of a whole number from 1 that is in no config. */
export function countFlag(flags: string, description: string, facts?: FlagFacts): Flag<number> {
  return flag(
    flags,
    description,
    (text) => {
      const count = readNumber(text)
      if (typeof count === 'number' && Number.isSafeInteger(count) && count > 0) return count
      throw new InvalidFlagError('must be a whole number of at least 1')
    },
    facts,
  )
}

const multipliers: Readonly<Record<string, number>> = { k: 1e3, m: 1e6 }

/** Reads a number such as `500`, `10k` or `2.5m`; any other text is returned as it is. */
export function readNumber(text: string, units: RegExp = /^[km]?$/i): number | string {
  const [, digits, unit = ''] = /^(-?\d+(?:\.\d+)?)([a-z]?)$/i.exec(text.trim()) ?? []
  if (digits === undefined || !units.test(unit)) return text
  return Math.round(Number(digits) * (multipliers[unit.toLowerCase()] ?? 1) * 1e6) / 1e6
}

/**
 * Reads a time such as `1m30s` as seconds, above 0.
 *
 * @throws InvalidFlagError for anything else
 */
export function parseSeconds(text: string): number {
  const microseconds = parseDuration(text)
  if (microseconds !== undefined && microseconds > 0) return microseconds / 1e6
  throw new InvalidFlagError('must be a time above 0, such as 30s or 1m30s')
}

const wordsOf = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/**
 * Reads one of several words.
 *
 * @throws InvalidFlagError that lists them for anything else
 */
export function parseWord<const Word extends string>(text: string, words: readonly Word[]): Word {
  const word = words.find((known) => known === text)
  if (word !== undefined) return word
  const meant = words.length > 1 ? closestName(text, words) : undefined
  throw new InvalidFlagError(`must be ${wordsOf.format(words)}`, { hint: meant && `Did you mean "${meant}"?` })
}

/** Completes the URL of a target: `localhost:3000/path`, `:3000/path`, or `/path` where the host is known, such as `localhost:8080`. */
export function completeUrl(text: string, host?: string): string {
  const url = text.trim()
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(url)) return url
  if (url.startsWith('/') && host !== undefined) return `http://${host}${url}`
  if (url.startsWith('/')) return url
  return url.startsWith(':') ? `http://localhost${url}` : `http://${url}`
}

/**
 * Reads a file that a flag names, relative to the working directory.
 *
 * @throws InvalidFlagError when it cannot be read
 */
export function readBinaryFile(path: string, context: FlagContext): Uint8Array {
  const file = resolve(context.cwd, path)
  try {
    context.onRead?.(file)
    return readFileSync(file)
  } catch (error) {
    throw new InvalidFlagError(`cannot be read: ${messageOf(error)}`)
  }
}

/**
 * Reads a UTF-8 text file as {@link readBinaryFile} does.
 *
 * @throws InvalidFlagError when it cannot be read
 */
export function readTextFile(path: string, context: FlagContext): string {
  return Buffer.from(readBinaryFile(path, context)).toString('utf8')
}
