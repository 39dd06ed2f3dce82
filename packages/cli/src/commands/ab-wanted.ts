import { isBenchpressError } from '@benchpress/core'
import { splitCommand } from '@benchpress/core/report'
import type { Problem } from '@benchpress/core/preset'
import type { CommandIo } from '../command-io.ts'
import type { AbSettings } from '../flags/ab-flags.ts'
import { findCommits } from './ab-commits.ts'
import type { Sides, WantedSides } from './ab-sides.ts'
import { isUrl } from './ab-targets.ts'

type SideSettings = Pick<AbSettings, 'a' | 'b' | 'git' | 'build' | 'command'>

/** Reads the sides that the flags name; adds everything that is wrong with them to `problems`, including missing commits. */
export async function readSides(settings: SideSettings, io: CommandIo, problems: Problem[]): Promise<WantedSides | undefined> {
  const { a, b, git, build, command } = settings
  for (const [name, value] of Object.entries({ a, b, build, command })) refuseUnclosed(name, value, problems)
  if (git !== undefined) {
    if (a !== undefined || b !== undefined)
      problems.push({ message: '--git and --a or --b: there are two pairs of sides', hint: 'Give one of them.' })
    if (command === undefined)
      problems.push({
        message: '--git needs --command',
        hint: 'Give the command that starts the target, such as --command "node server.js".',
      })
    const commits = await findCommits(git, io, problems)
    return command === undefined || commits === undefined ? undefined : { commits, build, command }
  }
  for (const [name, value] of Object.entries({ build, command }))
    if (value !== undefined) problems.push({ message: `--${name} needs --git`, hint: 'It is for two commits, such as --git main..HEAD.' })
  for (const [name, side] of Object.entries({ a, b }))
    if (side === undefined) problems.push({ message: `--${name} is missing`, hint: 'Give a URL, or a command in quotes.' })
  return commandsOf(settings)
}

/** The sides by their commands, before anything is checked out; `undefined` where a flag is missing. */
export function commandsOf({ a, b, git, command }: SideSettings): Sides | undefined {
  const [ofA, ofB] = git === undefined ? [a, b] : [command, command]
  return ofA === undefined || ofB === undefined ? undefined : { a: { command: ofA }, b: { command: ofB } }
}

function refuseUnclosed(name: string, command: string | undefined, problems: Problem[]): void {
  if (command === undefined || isUrl(command)) return
  try {
    splitCommand(command)
  } catch (error) {
    if (!isBenchpressError(error)) throw error
    problems.push({ message: `--${name}: ${error.message}`, hint: 'Close it.' })
  }
}
