import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Writes a module, or another file, into a folder of its own that is gone when the test is over; returns its path. */
export async function writeModule(name: string, text: string | Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'benchpress-journey-'))
  onTestFinished(async () => await rm(folder, { recursive: true }))
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}
