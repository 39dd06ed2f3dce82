import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { playPage, shapeOf } from './documents/play-page.ts'

const page = 'docs/getting-started.md'
const text = readFileSync(new URL(`../${page}`, import.meta.url), 'utf8')
const screens = await playPage(page, text)

test('the steps of docs/getting-started.md can be followed to the end', () => {
  expect(screens.map(({ command }) => command)).toEqual(
    expect.arrayContaining(['npx benchpress init', 'npx benchpress plan', 'npx benchpress run']),
  )
  expect(screens.filter(({ shown }) => shown !== '').length).toBeGreaterThan(5)
})

test('the workflow of docs/getting-started.md runs and reaches its server', () => {
  const lines = [...text.matchAll(/^ *- run: (npx benchpress .*)$/gm)].map(([, line]) => line)
  expect(lines).not.toEqual([])
  // A busy machine fails thresholds, or gives an invalid result.
  for (const line of lines) expect([0, 97, 99], line).toContain(screens.find(({ command }) => command === line)?.exitCode)
})

test('README.md shows the first of these screens', () => {
  const [first] = screens.filter(({ shown }) => shown !== '')
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  expect(readme).toContain(`\`\`\`text\n$ ${first?.command}\n${first?.shown}\`\`\``)
})

test.each(screens.filter(({ shown }) => shown !== ''))('$command prints what docs/getting-started.md shows', ({ printed, shown }) => {
  expect(shapeOf(printed), 'node scripts/write-getting-started.ts writes the screens again').toEqual(shapeOf(shown))
})
