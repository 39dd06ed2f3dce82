import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Version of the package that a module belongs to, as the nearest `package.json` with one says; `null` when there is none to be found. */
export async function findVersion(module: string): Promise<string | null> {
  const path = findPath(module)
  if (path === undefined) return null
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const version = await readVersion(join(folder, 'package.json'))
    if (version !== undefined) return version
    if (dirname(folder) === folder) return null
  }
}

function findPath(module: string): string | undefined {
  try {
    return fileURLToPath(module.startsWith('file:') ? module : import.meta.resolve(module))
  } catch {
    // A module that is no file has no version either.
    return undefined
  }
}

async function readVersion(path: string): Promise<string | undefined> {
  try {
    const manifest: unknown = JSON.parse(await readFile(path, 'utf8'))
    const version = typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest.version : undefined
    return typeof version === 'string' ? version : undefined
  } catch {
    return undefined
  }
}
