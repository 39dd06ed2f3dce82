import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { expect, onTestFinished, test } from 'vitest'
import { chromiumPath } from './tools.ts'

const root = new URL('../', import.meta.url)

test('docs/reports.md shows each of its pictures, one of each preset among them', async () => {
  const page = await readFile(new URL('docs/reports.md', root), 'utf8')
  const shown = Array.from(page.matchAll(/!\[[^\]]+\]\(reports\/([\w-]+)\.png\)/g), ([, name]) => name)
  expect((await readdir(new URL('docs/reports/', root))).toSorted()).toEqual(shown.map((name) => `${name}.png`).toSorted())
  const recorded = await readdir(new URL('packages/report/test/recorded/', root))
  const presets = recorded.flatMap((file) => /^([\w-]+)\.preset\.json$/.exec(file)?.[1] ?? [])
  expect(presets.length).toBeGreaterThan(4)
  expect(shown).toEqual(expect.arrayContaining(presets))
})

test.skipIf(chromiumPath === undefined)('a script makes the pictures of docs/reports.md from recorded results', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'benchpress-pictures-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await execa(process.execPath, [fileURLToPath(new URL('scripts/write-report-screenshots.ts', root)), folder])
  const made = await readdir(folder)
  expect(made.toSorted()).toEqual((await readdir(new URL('docs/reports/', root))).toSorted())
  for (const name of made) expect((await stat(join(folder, name))).size, name).toBeGreaterThan(5000)
})
