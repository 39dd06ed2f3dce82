import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { playPage, shapeOf } from './documents/play-page.ts'

const page = 'docs/getting-started.md'
const screens = await playPage(page, readFileSync(new URL(`../${page}`, import.meta.url), 'utf8'))

test('a reader of docs/getting-started.md comes to its end', () => {
  expect(screens.map(({ command }) => command)).toEqual(
    expect.arrayContaining(['npx benchpress init', 'npx benchpress plan', 'npx benchpress run']),
  )
  expect(screens.filter(({ shown }) => shown !== '').length).toBeGreaterThan(5)
})

test.each(screens.filter(({ shown }) => shown !== ''))('$command prints what docs/getting-started.md shows', ({ printed, shown }) => {
  expect(shapeOf(printed), 'node scripts/write-getting-started.ts writes the screens again').toEqual(shapeOf(shown))
})
