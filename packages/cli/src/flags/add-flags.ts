import { Option, type Command } from 'commander'
import type { Flag, FlagsOf } from '@benchpress/core/preset'

/** How the help of a command shows some flags. */
export interface HelpOptions {
  /** The default that the help shows for a flag, in place of the flag's own. */
  readonly defaults?: string
  /** Keys of flags that the help does not show. */
  readonly hidden?: readonly string[]
}

/** Adds flags to a command under a heading of its help; their texts are read later by `readFlags`, all at once. */
export function addFlags<Settings>(
  command: Command,
  heading: string,
  flags: FlagsOf<Settings>,
  { defaults, hidden = [] }: HelpOptions = {},
): void {
  command.optionsGroup(heading)
  for (const [key, flag] of Object.entries<Flag<unknown>>(flags)) {
    const note = flag.default === undefined ? '' : ` (default: ${defaults ?? flag.default})`
    command.addOption(createOption(flag.flags, flag, note).hideHelp(hidden.includes(key)))
    for (const alias of flag.aliases ?? []) command.addOption(createOption(alias, flag).hideHelp())
  }
}

/** Adds flags that the help does not show, to be refused with a reason. */
export function addHiddenFlags<Settings>(command: Command, flags: FlagsOf<Settings>): void {
  for (const flag of Object.values<Flag<unknown>>(flags)) {
    for (const spelling of [flag.flags, ...(flag.aliases ?? [])]) command.addOption(createOption(spelling, flag).hideHelp())
  }
}

/** Adds the flags that are refused with a reason, rather than reported as unknown. */
export function addRefusedFlags(command: Command): void {
  for (const { flags } of refusedFlags) command.addOption(new Option(flags).hideHelp())
}

/** The name under which commander keeps the value of a flag or an alias. */
export function attributeOf(flags: string): string {
  return new Option(flags).attributeName()
}

/** An option with a list of possible values. Commander would check the choices of its own options a second time. */
export class WordOption extends Option {
  readonly words: readonly string[]

  constructor(flags: string, description: string, words: readonly string[]) {
    super(flags, description)
    this.words = words
  }
}

function createOption(flags: string, flag: Flag<unknown>, note: string = ''): Option {
  const option = new WordOption(flags, `${flag.description}${note}`, flag.words ?? [])
  return flag.repeatable === true ? option.argParser(append) : option
}

function append(text: string, texts: unknown): readonly unknown[] {
  return Array.isArray(texts) ? [...texts, text] : [text]
}

/** A flag of autocannon or k6, or of a later benchpress, that is refused with a reason rather than as unknown. */
interface RefusedFlag {
  readonly flags: string
  readonly reason: string
  /** What to use in its place, as a sentence. */
  readonly instead: string
}

/** The flags that are refused by name. */
export const refusedFlags: readonly RefusedFlag[] = [
  {
    flags: '--connectionRate [rate]',
    reason: 'a rate is that of all connections together',
    instead: 'Multiply it by -c, and use -r.',
  },
  { flags: '-C, --ignoreCoordinatedOmission', reason: 'nothing is ever back-filled', instead: 'Leave it out.' },
  { flags: '-O, --maxOverallRequests [count]', reason: 'there is one way to end by count', instead: 'Use -n.' },
  {
    flags: '-M, --maxConnectionRequests [count]',
    reason: 'requests are shared by all connections',
    instead: 'Use -n for all of them together.',
  },
  { flags: '-L, --sampleInt [ms]', reason: 'samples are taken once per second', instead: 'Leave it out.' },
  { flags: '-f, --forever', reason: 'a test has an end', instead: 'Use a long -d, such as 24h.' },
  { flags: '-x, --excludeErrorStats', reason: 'requests that failed are always counted apart', instead: 'Leave it out.' },
  { flags: '--har [file]', reason: 'HAR files are not supported', instead: 'List the requests in a benchpress.config.ts.' },
  { flags: '--vus [count]', reason: 'virtual users are called users', instead: 'Use --users.' },
  { flags: '--iterations [count]', reason: 'requests and iterations are counted by one flag', instead: 'Use -n.' },
  {
    flags: '--stages, --stage [stage]',
    reason: 'stages stand in a config',
    instead: 'List them in a benchpress.config.ts, as benchpress init writes it.',
  },
  { flags: '--rps [rate]', reason: 'the rate of requests is --rate here', instead: 'Use it, such as -r 500/s.' },
  { flags: '--on-port', reason: 'a command after -- is always started as the target', instead: 'Leave it out: benchpress URL -- COMMAND.' },
]
