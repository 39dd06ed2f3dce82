import type { Command } from 'commander'
import type { CommandContext } from './command-io.ts'
import type { Flags } from './flags/flag.ts'
import { addFlags, addHiddenFlags, addRefusedFlags, type HelpOptions } from './flags/add-flags.ts'

/** The flags of a command line, as commander read them. */
export type CommandOptions = Readonly<Record<string, unknown>>

/**
 * Runs a command.
 *
 * @param argument the argument after the name of the command: one word, or a list where the command takes several
 * @returns the exit code
 */
type RunCommand = (argument: never, options: CommandOptions, context: CommandContext) => Promise<number>

/** Flags under a heading of the help of a command. */
export type FlagGroup = readonly [heading: string, flags: Flags, help?: HelpOptions]

/** A command: its help, its flags, and the function that runs it. */
export interface CommandDefinition {
  /** The name and its argument, such as `plan [source]`. */
  readonly name: string
  /** The usage after the name. Default: what commander makes of the name and the flags. */
  readonly usage?: string
  readonly description: string
  /** The words that the argument can be, where there are only a few. */
  readonly words?: readonly string[]
  readonly flags?: readonly FlagGroup[]
  /** Flags that the help does not show, to be refused with a reason. */
  readonly hidden?: readonly FlagGroup[1][]
  /** Whether the flags of other tools are refused with a reason, too. */
  readonly refusesOthers?: boolean
  /** The last text of the help. */
  readonly closing?: string
  /** Whether the name of the command may be left out. */
  readonly isDefault?: boolean
  /** Subcommands, for a command that does nothing by itself. */
  readonly commands?: readonly CommandDefinition[]
  /** Imports the function that runs the command, so that no other command loads it. */
  readonly load?: () => Promise<RunCommand>
}

/** Adds a command to a program, or a subcommand to its command. */
export function addCommand(program: Command, definition: CommandDefinition, context: CommandContext): void {
  const { name, usage, description, words, closing, isDefault = false, commands = [], load } = definition
  const command = program.command(name, { isDefault }).description(description)
  if (usage !== undefined) command.usage(usage)
  if (words !== undefined) command.registeredArguments[0]?.choices(words)
  addAllFlags(command, definition)
  if (closing !== undefined) command.addHelpText('after', closing)
  for (const part of commands) addCommand(command, part, context)
  if (load === undefined) return
  command.action(async (...given: readonly unknown[]) => {
    // Commander passes the flags first where a command has no argument.
    const [argument, options] = command.registeredArguments.length === 0 ? [undefined, given[0]] : given
    const run = await load()
    context.finish(await run(argument as never, options as CommandOptions, context))
  })
}

function addAllFlags(command: Command, { flags = [], hidden = [], refusesOthers = false }: CommandDefinition): void {
  for (const [heading, group, help] of flags) addFlags(command, heading, group, help)
  for (const group of hidden) addHiddenFlags(command, group)
  if (refusesOthers) addRefusedFlags(command)
}
