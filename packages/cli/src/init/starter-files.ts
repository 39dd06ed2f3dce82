import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { usageError } from '@benchpress/core/preset'
import { messageOf } from '@benchpress/core/report'

/** A file that `benchpress init` writes. */
export interface StarterFile {
  readonly name: string
  readonly text: string
}

/**
 * Reads the files that `init` writes into a folder: a config, a journey, and a server to try them on, all without a build.
 *
 * @throws UsageError when the package.json that the folder belongs to cannot be read
 */
export async function readStarterFiles(folder: string): Promise<readonly StarterFile[]> {
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
