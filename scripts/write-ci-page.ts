// Runs the steps of action.yml on a small repository with a slower branch, and writes their comment into docs/ci.md. It takes a minute and a half.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pageWith, playAction } from '../test/ci/play-action.ts'

const folder = await mkdtemp(join(tmpdir(), 'benchpress-ci-'))
try {
  const { code, comment, log } = await playAction(folder)
  if (code !== 98) throw new Error(`the action ended with ${code}:\n${log}`)
  await writeFile(new URL('../docs/ci.md', import.meta.url), await pageWith(comment))
} finally {
  await rm(folder, { recursive: true })
}
