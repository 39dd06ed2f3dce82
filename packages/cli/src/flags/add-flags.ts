import { Option, type Command } from 'commander'
import type { Flag, Flags } from './flag.ts'

/** How the help of a command shows some flags. */
export interface HelpOptions {
  /** The default that the help shows in place of a flag's own: one for all flags, or by key. */
  readonly defaults?: string | Readonly<Record<string, string>>
  /** Keys of flags that the help does not show. */
  readonly hidden?: readonly string[]
}

/** Adds flags to a command under a heading of its help; their texts are read later by `readFlags`, all at once. */
export function addFlags(command: Command, heading: string, flags: Flags, { defaults, hidden = [] }: HelpOptions = {}): void {
  command.optionsGroup(heading)
  for (const [key, flag] of Object.entries(flags)) {
    const shown = typeof defaults === 'object' ? defaults[key] : defaults
    const note = flag.default === undefined ? '' : ` (default: ${shown ?? flag.default})`
    command.addOption(createOption(flag.flags, flag, note).hideHelp(hidden.includes(key)))
    for (const alias of flag.aliases ?? []) command.addOption(createOption(alias, flag).hideHelp())
  }
}

/** Adds flags that the help does not show, to be refused with a reason. */
export function addHiddenFlags(command: Command, flags: Flags): void {
  for (const flag of Object.values(flags)) {
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

/** The flags of autocannon or k6, or of a later benchpress, that are refused by name: each with the reason, and with what to use in its place, as a sentence. */
export const refusedFlags: readonly { readonly flags: string; readonly reason: string; readonly instead: string }[] = [
  refused('--connectionRate [rate]', 'a rate is that of all connections together', 'Multiply it by -c, and use -r.'),
  refused('-C, --ignoreCoordinatedOmission', 'nothing is ever back-filled', 'Leave it out.'),
  refused('-O, --maxOverallRequests [count]', 'there is one way to end by count', 'Use -n.'),
  refused('-M, --maxConnectionRequests [count]', 'requests are shared by all connections', 'Use -n for all of them together.'),
  refused('-L, --sampleInt [ms]', 'samples are taken once per second', 'Leave it out.'),
  refused('-f, --forever', 'a test has an end', 'Use a long -d, such as 24h.'),
  refused('-x, --excludeErrorStats', 'requests that failed are always counted apart', 'Leave it out.'),
  refused('--har [file]', 'HAR files are not supported', 'List the requests in a benchpress.config.ts.'),
  refused('--vus [count]', 'virtual users are called users', 'Use --users.'),
  refused('--iterations [count]', 'requests and iterations are counted by one flag', 'Use -n.'),
  refused('--stages, --stage [stage]', 'stages stand in a config', 'List them in a benchpress.config.ts, as benchpress init writes it.'),
  refused('--rps [rate]', 'the rate of requests is --rate here', 'Use it, such as -r 500/s.'),
  refused('--on-port', 'a command after -- is always started as the target', 'Leave it out: benchpress URL -- COMMAND.'),
]

function refused(flags: string, reason: string, instead: string): (typeof refusedFlags)[number] {
  return { flags, reason, instead }
}
