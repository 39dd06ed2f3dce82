import type { Command } from 'commander'
import { exitCodes, type CommandContext } from '../command-io.ts'

/** Adds `benchpress init [folder]`, which writes a config and a journey that run. */
export function addInitCommand(program: Command, context: CommandContext): void {
  program
    .command('init [folder]')
    .description('write a config, a journey and a server to try them on (default: the working directory)')
    .option('--force', 'overwrite files that are there')
    .action(async (folder: string | undefined, { force = false }: { readonly force?: boolean }) => {
      await init(folder ?? '.', force, context)
      context.finish(exitCodes.ok)
    })
}

async function init(given: string, isForced: boolean, { io }: CommandContext): Promise<void> {
  const { existsSync } = await import('node:fs')
  const { writeFile } = await import('node:fs/promises')
  const { join, resolve } = await import('node:path')
  const { makeFolder, reasonOf } = await import('@benchpress/report/outputs')
  const { readStarterFiles } = await import('../init/starter-files.ts')
  const { usageError } = await import('@benchpress/core/preset')
  const folder = resolve(io.cwd, given)
  const files = await readStarterFiles(folder)
  const existing = files.map(({ name }) => name).filter((name) => existsSync(join(folder, name)))
  if (existing.length > 0 && !isForced)
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
  const { nextCommands } = await import('../init/next-commands.ts')
  const written = files.map(({ name }) => `  ${join(given, name)}\n`).join('')
  io.stdout.write(
    `Written:\n${written}\nNext:\n${nextCommands(given, folder)
      .map((line) => `  ${line}\n`)
      .join('')}`,
  )
}
