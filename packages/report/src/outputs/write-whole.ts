import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'

/** Writes a file completely or not at all: what reads it meanwhile finds what was there before, and nothing else is left behind. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const temporary = temporaryPath(path)
  try {
    await writeFile(temporary, text)
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** A name beside a file that nothing else has, another run into the same folder included. */
export function temporaryPath(path: string): string {
  return `${path}.${randomUUID()}.tmp`
}
