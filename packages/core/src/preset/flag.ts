import { PresetError } from './preset-error.ts'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { messageOf } from '../base/errors/benchpress-error.ts'
import { asSentence, closestName, hintForUrl } from '../base/errors/closest-name.ts'
import { withoutUserInfo } from '../base/redact/redact-text.ts'
import { hintForDuration, parseDuration } from '../base/units/duration.ts'

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
  /** Values that shells complete; if no other value is allowed, use `wordFlag`. A word that ends with `=` is followed by a file, which can also stand alone. */
  readonly words?: readonly string[]
  /** Whether the flag may be given several times; otherwise the last one counts. */
  readonly repeatable?: boolean
  /** Name of the environment variable that has the same effect. */
  readonly env?: string
  /**
   * Parses the given texts, at least one.
   *
   * @throws InvalidFlagError with what the texts must be
   */
  readonly parse: (texts: readonly string[], context: FlagContext) => Value
}

/** One flag for each setting. */
export type FlagsOf<Settings> = { readonly [Key in keyof Settings]-?: Flag<Exclude<Settings[Key], undefined>> }

/** Thrown for a flag whose text cannot be parsed; the message continues after the flag's name and its text. */
export class InvalidFlagError extends PresetError {
  override readonly name = 'InvalidFlagError'
  readonly hint: string | undefined
  /** The part of the text that may be shown, when the whole text could reveal a secret. */
  readonly shown: string | undefined

  constructor(message: string, { hint, shown }: { readonly hint?: string; readonly shown?: string } = {}) {
    super(message)
    this.hint = hint
    this.shown = shown
  }
}

/** Makes a parser of one text parse a flag that may be given once; the last text counts. */
export function last<Value>(parse: (text: string, context: FlagContext) => Value): Flag<Value>['parse'] {
  return (texts, context) => parse(texts.at(-1) ?? '', context)
}

/** The optional facts of a flag. */
export type FlagFacts = Omit<Flag<unknown>, 'flags' | 'description' | 'parse' | 'repeatable'>

/** Makes a flag whose text is parsed by a function. It may be given once; the last text counts. */
export function flag<Value>(
  flags: string,
  description: string,
  parse: (text: string, context: FlagContext) => Value,
  facts: FlagFacts = {},
): Flag<Value> {
  return { flags, description, ...facts, parse: last(parse) }
}

/** Makes a flag without a value. */
export function switchFlag(flags: string, description: string, facts: FlagFacts = {}): Flag<true> {
  return { flags, description, ...facts, parse: () => true }
}

/** A flag that may be given several times; all its values are read together. */
export function listFlag<Value>(flags: string, description: string, parse: Flag<Value>['parse'], facts: FlagFacts = {}): Flag<Value> {
  return { flags, description, ...facts, repeatable: true, parse }
}

const multipliers: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6 }

/**
 * Parses a whole number of at least `least`, with `k` for thousands and `m` for millions: `500`, `10k`, `2.5m`.
 *
 * @throws InvalidFlagError for anything else
 */
export function parseCount(text: string, least: number = 1): number {
  const match = /^(\d+(?:\.\d+)?)([km]?)$/i.exec(text.trim())
  if (match === null && Number(text) >= least) throw new InvalidFlagError('must be written with digits, k or m, such as 500, 10k or 2.5m')
  const count = Math.round(Number(match?.[1]) * (multipliers[(match?.[2] ?? '').toLowerCase()] ?? 1) * 1e6) / 1e6
  if (count > Number.MAX_SAFE_INTEGER) throw new InvalidFlagError(`must be at most ${Number.MAX_SAFE_INTEGER}`)
  if (!Number.isInteger(count) || count < least) throw new InvalidFlagError(`must be a whole number of at least ${least}`)
  return count
}

/** Makes a flag whose text is parsed by {@link parseCount}. */
export function countFlag(
  flags: string,
  description: string,
  { least, ...facts }: FlagFacts & { readonly least?: number } = {},
): Flag<number> {
  return flag(flags, description, (text) => parseCount(text, least), facts)
}

const wordsOf = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** Makes a flag whose text is one of several words, which shells complete. */
export function wordFlag<const Word extends string>(
  flags: string,
  description: string,
  words: readonly Word[],
  facts: Omit<FlagFacts, 'words'> = {},
): Flag<Word> {
  return flag(flags, description, (text) => parseWord(text, words), { ...facts, words })
}

/**
 * Parses one of several words.
 *
 * @throws InvalidFlagError that lists them for anything else
 */
export function parseWord<const Word extends string>(text: string, words: readonly Word[]): Word {
  const word = words.find((known) => known === text)
  if (word !== undefined) return word
  const meant = words.length > 1 ? closestName(text, words) : undefined
  throw new InvalidFlagError(`must be ${wordsOf.format(words)}`, meant === undefined ? {} : { hint: `Did you mean "${meant}"?` })
}

// The longest that a timer of Node.js can wait.
const longest = (2 ** 31 - 1) * 1000

/**
 * Checks that a text is a duration such as `30` (seconds), `30s`, `1m30s` or `250ms`, and returns it.
 *
 * @throws InvalidFlagError for anything else, for 24 days or more, and for zero where `zero` is not allowed
 */
export function parseTime(text: string, zero: 'allow-zero' | 'refuse-zero'): string {
  const microseconds = parseDuration(text)
  if (microseconds === undefined) {
    const hint = hintForDuration(text)
    throw new InvalidFlagError(
      'must be a duration such as 30 (seconds), 30s, 1m30s or 250ms',
      hint === undefined ? {} : { hint: asSentence(hint) },
    )
  }
  if (microseconds === 0 && zero === 'refuse-zero') throw new InvalidFlagError('must be longer than 0')
  if (microseconds > longest) throw new InvalidFlagError('must be shorter than 24 days')
  return text
}

/** Makes a flag whose text is a time above 0, see {@link parseTime}. */
export function timeFlag(flags: string, description: string, facts?: FlagFacts): Flag<string> {
  return flag(flags, description, (text) => parseTime(text, 'refuse-zero'), facts)
}

/**
 * Parses the URL of a target: a complete URL, `localhost:3000/path`, `:3000/path`, or `/path` if the host is known.
 *
 * @param host the host of a text that is only a path, such as `localhost:8080`
 * @throws InvalidFlagError for any other text, or a scheme other than http and https
 */
export function parseUrl(text: string, host?: string): string {
  const whole = completeUrl(text.trim(), host)
  const url = URL.parse(whole)
  const shown = withoutUserInfo(text)
  if (url === null || url.hostname === '' || whole.startsWith('http:///'))
    throw new InvalidFlagError('is not a URL', {
      hint: asSentence(hintForUrl(text) ?? 'a URL looks like http://localhost:3000/path'),
      shown,
    })
  if (url.hostname.includes(','))
    throw new InvalidFlagError('is not a URL', { hint: 'Of several servers, each has http:// or a port: http://a,http://b:3000.', shown })
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new InvalidFlagError(`"${url.protocol}//" is not supported, only http:// and https://`, { shown })
  return whole
}

function completeUrl(text: string, host: string | undefined): string {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return text
  if (text.startsWith('/') && host !== undefined) return `http://${host}${text}`
  return text.startsWith(':') ? `http://localhost${text}` : `http://${text}`
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
 * Reads a UTF-8 text file that a flag names, relative to the working directory.
 *
 * @throws InvalidFlagError when it cannot be read
 */
export function readTextFile(path: string, context: FlagContext): string {
  return Buffer.from(readBinaryFile(path, context)).toString('utf8')
}
