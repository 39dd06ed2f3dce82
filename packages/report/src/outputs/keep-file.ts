import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, parse, relative } from 'node:path'
import { makeFolder, whyNotWritten, writeAtomically } from './write-atomically.ts'

/**
 * Writes a file completely or not at all, and where that fails into a folder for temporary files, so that nothing that was measured is lost.
 *
 * @returns a sentence with the reason, and with where the file is; `undefined` where it was written
 */
export async function writeOrKeep(path: string, text: string): Promise<string | undefined> {
  try {
    await writeAtomically(path, text)
    return undefined
  } catch (error) {
    const kept = await keepElsewhere(path, text).catch(() => undefined)
    return `${path} could not be written: ${whyNotWritten(error)}${kept === undefined ? '' : `; it is in ${kept}`}`
  }
}

let folder: Promise<string> | undefined

// Files that belong together stay together, and have their names.
async function keepElsewhere(path: string, text: string): Promise<string> {
  folder ??= mkdtemp(join(tmpdir(), 'benchpress-'))
  const kept = join(await folder, relative(parse(path).root, path))
  await makeFolder(dirname(kept))
  try {
    await writeFile(kept, text)
    return kept
  } catch (error) {
    // What a full disk took is no result.
    await rm(kept, { force: true })
    throw error
  }
}
