import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'

/** Makes a folder for each test of a file, which is removed after the test. */
export function temporaryFolder(): () => string {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toska-test-'))
  })
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true })
  })
  return () => folder
}
