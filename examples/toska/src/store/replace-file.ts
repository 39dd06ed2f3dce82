import { open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes a file atomically: whenever the machine stops, either the old or the new file is complete. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const next = `${path}.next`
  const handle = await open(next, 'w')
  try {
    await handle.writeFile(text)
    await handle.datasync()
  } finally {
    await handle.close()
  }
  await rename(next, path)
  // The folder contains the name, and has to be synced as well.
  const folder = await open(dirname(path), 'r')
  await folder.sync().finally(() => folder.close())
}

/** Reads a file; `undefined` when it is missing. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
