import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { expect, onTestFinished, test } from 'vitest'
import { startChromium } from './chromium.ts'
import { differenceOf } from './compare-pictures.ts'
import { chromiumPath, hasTool } from './tools.ts'

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

// Pictures are equal to the pixel with the same fonts, and equal for the comparison with any rendering of edges; a word is about ten of 8,000 squares.
const oneWord = 0.001

test.skipIf(chromiumPath === undefined || !hasTool('fonts-dejavu-core'))(
  'a script makes the pictures of docs/reports.md from recorded results, and they show what the committed ones show',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'benchpress-pictures-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await execa(process.execPath, [fileURLToPath(new URL('scripts/write-report-screenshots.ts', root)), folder])
    const made = await readdir(folder)
    expect(made.toSorted()).toEqual((await readdir(new URL('docs/reports/', root))).toSorted())
    const browser = await startChromium()
    onTestFinished(() => browser.close())
    for (const name of made) {
      const differing = await differenceOf(browser, join(folder, name), fileURLToPath(new URL(`docs/reports/${name}`, root)))
      expect(differing, `${name} is not what the page shows: node scripts/write-report-screenshots.ts makes it again`).toBeLessThan(oneWord)
    }
  },
)
