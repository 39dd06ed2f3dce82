import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const folder = fileURLToPath(new URL('../src', import.meta.url))
const isRenderer = (file: string): boolean => file.startsWith('render/')
// These files combine reports with renderers.
const entries = new Set(['index.ts', 'format.ts', 'outputs.ts', 'vitest/index.ts'])
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
)
const imports = files
  .filter((file) => !entries.has(file))
  .flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/ from '(\.[^']+)'/g)].map(([, path = '']) => ({
      file,
      of: join(dirname(file), path),
    })),
  )

test('renderers import only other renderers, the writing of texts, and the types of sections', () => {
  const known = (of: string): boolean => isRenderer(of) || of.startsWith('format/')
  expect(imports.filter(({ file }) => isRenderer(file)).length).toBeGreaterThan(10)
  expect(imports.filter(({ file, of }) => isRenderer(file) && !known(of))).toEqual([])
})

test('no section imports a renderer, only the types of a document', () => {
  const drawn = imports.filter(({ file, of }) => file.startsWith('sections/') && isRenderer(of))
  expect(drawn.filter(({ of }) => of !== 'render/report-document.ts')).toEqual([])
})

test('the folder that writes figures imports nothing but itself', () => {
  expect(imports.filter(({ file, of }) => file.startsWith('format/') && !of.startsWith('format/'))).toEqual([])
})
