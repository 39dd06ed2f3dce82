import { randomUUID } from 'node:crypto'
import { fstatSync, writeFileSync, type Stats } from 'node:fs'
import { access, chmod, chown, constants, mkdir, readlink, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Problem } from '@benchpress/core/preset'

/** A text, or a function that makes its pieces; pieces are made again where a second attempt is needed. */
export type TextToWrite = string | (() => Iterable<string>)

/**
 * Writes a file completely or not at all: a reader finds the old contents until then, and no temporary file is left behind. Links are followed, and a file keeps
 * its mode and its owner. What is no regular file, and a file that cannot be replaced, such as a mounted one, is written in place.
 *
 * @throws Error of the system
 */
export async function writeAtomically(path: string, text: TextToWrite): Promise<void> {
  const found = await statOf(path)
  const own = found && ownStreamOf(found)
  if (own !== undefined) return writeTo(own, text)
  const real = found === undefined || found.isFile() ? await placeOfFile(path) : path
  if (found === undefined) await makeFolder(dirname(real))
  // Another name of the file would keep the old contents.
  if (found !== undefined && (!found.isFile() || found.nlink > 1)) return await writeFile(real, piecesOf(text))
  await replaceFile(real, text, found).catch(async (error: NodeJS.ErrnoException) => {
    // On a full disk, the old contents would be lost for nothing.
    if (found === undefined || fullDisk.has(error.code ?? '')) throw error
    await writeFile(real, piecesOf(text))
  })
}

const fullDisk: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT'])

async function replaceFile(real: string, text: TextToWrite, found: Stats | undefined): Promise<void> {
  const temporary = temporaryPath(real)
  const mode = found && found.mode & 0o7777
  try {
    await writeFile(temporary, piecesOf(text), { mode, flag: 'wx' })
    const made = await stat(temporary)
    if (found !== undefined && (made.uid !== found.uid || made.gid !== found.gid)) await chown(temporary, found.uid, found.gid)
    if (mode !== undefined) await chmod(temporary, mode)
    await rename(temporary, real)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined)
    throw error
  }
}

function piecesOf(text: TextToWrite): string | Iterable<string> {
  return typeof text === 'string' ? text : text()
}

function writeTo(descriptor: number, text: TextToWrite): void {
  const pieces = piecesOf(text)
  for (const piece of typeof pieces === 'string' ? [pieces] : pieces) writeFileSync(descriptor, piece)
}

/**
 * The descriptor of stdout or stderr, where that is redirected to a file: it is not replaced, nor opened anew at its beginning, because what is printed goes there,
 * too.
 */
export function ownStreamOf(found: Stats): number | undefined {
  return [1, 2].find((descriptor) => {
    try {
      const { dev, ino } = fstatSync(descriptor)
      return found.isFile() && dev === found.dev && ino === found.ino
    } catch {
      return false
    }
  })
}

/** The file that a path leads to by its links, whether it is there yet or not. */
export async function placeOfFile(path: string, left = 40): Promise<string> {
  const known = await realpath(path).catch(() => undefined)
  if (known !== undefined) return known
  const folder = await realpath(dirname(path)).catch(() => dirname(path))
  const place = join(folder, basename(path))
  const to = await readlink(place).catch(() => undefined)
  return to === undefined || left === 0 ? place : await placeOfFile(resolve(folder, to), left - 1)
}

async function statOf(path: string): Promise<Stats | undefined> {
  return await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ELOOP') throw error
    return undefined
  })
}

/**
 * Says why a file cannot be written, before there is anything to be written to it; `undefined` where it can. Makes its folder, and writes a probe there.
 *
 * @param hint of a path that is a folder
 */
export async function findWriteProblem(path: string, hint?: string): Promise<Problem | undefined> {
  try {
    const found = await statOf(path)
    if (found?.isDirectory() === true) return { message: 'is a folder', hint }
    // To whoever reads a pipe, a probe would be the end.
    if (found !== undefined) await access(path, constants.W_OK)
    else await probe(await placeOfFile(path))
    return undefined
  } catch (error) {
    return { message: `cannot be written: ${whyNotWritten(error)}` }
  }
}

async function probe(path: string): Promise<void> {
  await makeFolder(dirname(path))
  const temporary = temporaryPath(path)
  await writeFile(temporary, '')
  await rm(temporary)
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
export function whyNotWritten(error: unknown): string {
  // Cuts off the operation and the path, which may be that of a temporary file.
  return error instanceof Error ? error.message.replace(/, \w+(?: '.*)?$/s, '') : String(error)
}
