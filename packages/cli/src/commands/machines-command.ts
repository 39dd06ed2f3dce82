import { resolve } from 'node:path'
import { cleanMachines, makeKey } from '@benchpress/machines'
import { plural } from '@benchpress/report/format'
import type { CommandOptions } from '../add-command.ts'
import { exitCodes, type CommandContext } from '../command-io.ts'

/** Makes the key that runs on other machines are signed with, for `benchpress machines key FILE`. */
export async function keyCommand(file: string, _options: CommandOptions, { io }: CommandContext): Promise<number> {
  io.stdout.write(`${await makeKey(resolve(io.cwd, file))}\n`)
  return exitCodes.ok
}

/** Removes from a broker whatever runs have left there, for `benchpress machines clean URL`. */
export async function cleanCommand(url: string, _options: CommandOptions, { io }: CommandContext): Promise<number> {
  const count = await cleanMachines(url)
  io.stdout.write(`${count === 0 ? 'nothing was left' : `removed what was left of ${plural(count, 'run or agent', 'runs and agents')}`}\n`)
  return exitCodes.ok
}
