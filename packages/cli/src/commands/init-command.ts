import { existsSync, readFileSync } from 'node:fs'
import { writeFile, readFile } from 'node:fs/promises'
import { join, resolve, dirname, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { usageError } from '@benchpress/core/preset'
import { makeFolder, whyNotWritten } from '@benchpress/report/outputs'
import { messageOf } from '@benchpress/core/report'
import type { CommandOptions } from '../add-command.ts'
import { exitCodes, type CommandContext } from '../command-io.ts'
import { quote } from '../report/repeat-command.ts'

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
    const reason = whyNotWritten(error).replace(`${path} is `, 'it is ')
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

/**
 * Reads the files that `init` writes into a folder: a config, a journey, and a server to try them on, all without a build.
 *
 * @throws UsageError when the package.json that the folder belongs to cannot be read
 */
async function readStarterFiles(folder: string): Promise<readonly Record<'name' | 'text', string>[]> {
  const extension = isPackageOfModules(folder) ? '.ts' : '.mts'
  const named = (text: string): string => text.replaceAll(/\.ts$|(?<=\.journey)\.ts/g, extension)
  return Promise.all(
    ['benchpress.config.ts', 'visit.journey.ts', 'server.mjs'].map(async (name) => {
      const text = await readFile(new URL(`../../templates/${name}`, import.meta.url), 'utf8')
      return { name: named(name), text: named(text) }
    }),
  )
}

// Elsewhere Node.js takes a .ts file for CommonJS, or warns that it had to guess.
function isPackageOfModules(folder: string): boolean {
  const manifest = join(folder, 'package.json')
  if (existsSync(manifest)) return typeOf(manifest) === 'module'
  return dirname(folder) !== folder && isPackageOfModules(dirname(folder))
}

function typeOf(manifest: string): unknown {
  try {
    return (JSON.parse(readFileSync(manifest, 'utf8')) as { readonly type?: unknown } | null)?.type
  } catch (error) {
    const reason = messageOf(error)
    throw usageError(`${manifest} cannot be read: ${reason}`, 'Correct it, or name another folder.')
  }
}

const launcher = fileURLToPath(new URL('../../bin/benchpress.mjs', import.meta.url))
const isFromSources = import.meta.url.endsWith('.ts')

/**
 * The commands that come after `init`, one a line.
 *
 * @param given the folder as it was given
 */
export function nextCommands(given: string, folder: string): readonly string[] {
  const isInstalled = isCommandAbove(folder)
  // Where benchpress is not installed, npx would install an unrelated package of that name.
  const command = isInstalled || !isFromSources ? 'npx benchpress' : `node ${quote(launcher)}`
  return [
    ...(normalize(given) === '.' ? [] : [`cd ${quote(given)}`]),
    ...(isInstalled || isFromSources ? [] : ['npm i -D @benchpress/cli']),
    `${command} plan`,
    `${command} run`,
  ]
}

function isCommandAbove(folder: string): boolean {
  if (existsSync(join(folder, 'node_modules/.bin/benchpress'))) return true
  return dirname(folder) !== folder && isCommandAbove(dirname(folder))
}
