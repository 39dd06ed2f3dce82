import { open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes a file so that, whenever the machine stops, there is either the old one or the new one, whole. */
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
  // The name is in the folder, which has to reach the disk as well.
  const folder = await open(dirname(path), 'r')
  await folder.sync().finally(() => folder.close())
}

/** Reads a file; `undefined` when there is none. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
