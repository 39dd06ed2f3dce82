import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Problem } from '@benchpress/core/preset'

/** Writes a file completely or not at all, from a text or its pieces: a reader finds the old contents until then, and no temporary file is left behind. */
export async function writeWhole(path: string, text: string | Iterable<string>): Promise<void> {
  const temporary = temporaryPath(path)
  try {
    await writeFile(temporary, text)
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/**
 * Says why a file cannot be written, before there is anything to be written to it; `undefined` where it can. Makes its folder, and writes a probe there.
 *
 * @param hint of a path that is a folder
 */
export async function findWriteProblem(path: string, hint?: string): Promise<Problem | undefined> {
  try {
    await makeFolder(dirname(path))
    if ((await stat(path).catch(() => undefined))?.isDirectory() === true) return { message: 'is a folder', hint }
    const probe = temporaryPath(path)
    await writeFile(probe, '')
    await rm(probe)
    return undefined
  } catch (error) {
    return { message: `cannot be written: ${reasonOf(error)}` }
  }
}

/** Makes a unique name beside a file, which no other run into the same folder uses either. */
function temporaryPath(path: string): string {
  return `${path}.${randomUUID()}.tmp`
}

/**
 * Makes a folder, and its parents where they are missing.
 *
 * The folders are made one by one, as the recursive option of Node.js never ends where no folder can be made, such as below `/proc`.
 *
 * @param path absolute
 * @throws Error where a file is in its place
 */
export async function makeFolder(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory() === true) return
  if (found !== undefined) throw new Error(`${path} is a file, not a folder`)
  await makeFolder(dirname(path))
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    // Another process made the folder first.
    if (error.code !== 'EEXIST') throw error
  })
}

/** Returns why a file or a folder could not be made, such as `EACCES: permission denied`, from the thrown error. */
export function reasonOf(error: unknown): string {
  // Cuts off the operation and the path, which may be that of a temporary file.
  return error instanceof Error ? error.message.replace(/, \w+(?: '.*)?$/s, '') : String(error)
}
