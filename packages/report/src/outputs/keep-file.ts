import { randomUUID } from 'node:crypto'
import { lstat, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, parse, relative } from 'node:path'
import { makeFolder, whyNotWritten, writeAtomically } from './write-atomically.ts'

/**
 * Writes a file completely or not at all, and where that fails under another name beside it, or into a folder for temporary files, so that nothing that was
 * measured is lost.
 *
 * @returns a sentence with the reason, and with where the file is; `undefined` where it was written
 */
export async function writeOrKeep(path: string, text: string): Promise<string | undefined> {
  try {
    await writeAtomically(path, text)
    return undefined
  } catch (error) {
    const kept = (await keep(await nameBeside(path), text)) ?? (await keep(await nameElsewhere(path), text))
    return `${path} could not be written: ${whyNotWritten(error)}${kept === undefined ? '' : `; it is in ${kept}`}`
  }
}

async function keep(path: string | undefined, text: string): Promise<string | undefined> {
  if (path === undefined) return undefined
  try {
    await writeFile(path, text, { flag: 'wx' })
    return path
  } catch (error) {
    // What a full disk took is no result; what somebody else made is not ours.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(path, { force: true }).catch(() => undefined)
    return undefined
  }
}

// No file is made among devices.
async function nameBeside(path: string): Promise<string | undefined> {
  const found = await lstat(path).catch(() => undefined)
  if (found?.isCharacterDevice() === true || found?.isBlockDevice() === true) return undefined
  const { dir, name, ext } = parse(path)
  return join(dir, `${name}.${randomUUID().slice(0, 8)}${ext}`)
}

let folder: Promise<string> | undefined

// Files that belong together stay together, and have their names.
async function nameElsewhere(path: string): Promise<string | undefined> {
  try {
    folder ??= mkdtemp(join(tmpdir(), 'benchpress-'))
    const name = join(await folder, relative(parse(path).root, path))
    await makeFolder(dirname(name))
    return name
  } catch {
    return undefined
  }
}
