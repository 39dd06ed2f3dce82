import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { usageError } from '@benchpress/core/preset'
import { makeFolder, reasonOf } from '@benchpress/report/outputs'
import type { CommandOptions } from '../add-command.ts'
import { exitCodes, type CommandContext } from '../command-io.ts'
import { nextCommands } from '../init/next-commands.ts'
import { readStarterFiles } from '../init/starter-files.ts'

/** Writes a config and a journey that run, for `benchpress init [folder]`. */
export async function initCommand(given: string | undefined = '.', { force }: CommandOptions, { io }: CommandContext): Promise<number> {
  const folder = resolve(io.cwd, given)
  const files = await readStarterFiles(folder)
  const existing = files.map(({ name }) => name).filter((name) => existsSync(join(folder, name)))
  if (existing.length > 0 && force !== true)
    throw usageError(
      `nothing was written: ${existing.join(', ')} in ${folder} would be overwritten`,
      'Name another folder, or give --force.',
    )
  let path = folder
  try {
    await makeFolder(folder)
    for (const { name, text } of files) {
      path = join(folder, name)
      await writeFile(path, text)
    }
  } catch (error) {
    const reason = reasonOf(error).replace(`${path} is `, 'it is ')
    throw usageError(`${path} cannot be written: ${reason}`, 'Name another folder.')
  }
  const written = files.map(({ name }) => `  ${join(given, name)}\n`).join('')
  io.stdout.write(
    `Written:\n${written}\nNext:\n${nextCommands(given, folder)
      .map((line) => `  ${line}\n`)
      .join('')}`,
  )
  return exitCodes.ok
}
