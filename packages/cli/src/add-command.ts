import type { Command } from 'commander'
import type { FlagsOf } from '@benchpress/core/preset'
import type { CommandContext } from './command-io.ts'
import { addFlags, addHiddenFlags, addRefusedFlags, type HelpOptions } from './flags/add-flags.ts'

/** What commander read of the flags of a command line. */
export type CommandOptions = Readonly<Record<string, unknown>>

/**
 * Does what a command is for.
 *
 * @param argument what follows its name: one word, or a list of them where it can have several
 * @returns the exit code
 */
type RunCommand = (argument: never, options: CommandOptions, context: CommandContext) => Promise<number>

/** Flags under a heading of the help of a command. */
export type FlagGroup = readonly [heading: string, flags: FlagsOf<object>, help?: HelpOptions]

/** A command: what its help says, the flags that it has, and what it does. */
export interface CommandDefinition {
  /** The name and its argument, such as `plan [source]`. */
  readonly name: string
  /** What its usage says after the name. Default: what commander makes of name and flags. */
  readonly usage?: string
  readonly description: string
  /** What its argument can be, where that is one of a few words. */
  readonly words?: readonly string[]
  readonly flags?: readonly FlagGroup[]
  /** Flags that the help does not show, to be refused with a reason. */
  readonly hidden?: readonly FlagGroup[1][]
  /** Whether the flags of other tools are refused with a reason, too. */
  readonly refusesOthers?: boolean
  /** What its help ends with. */
  readonly closing?: string
  /** Whether its name may be left out. */
  readonly isDefault?: boolean
  /** The commands that it is made of, in place of something that it does itself. */
  readonly commands?: readonly CommandDefinition[]
  /** Loads what it does, which no other command needs. */
  readonly load?: () => Promise<RunCommand>
}

/** Adds a command to a program, or to the command that it is a part of. */
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
    // A command without an argument is given its flags first.
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
