import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { formatOf } from './own-packages.ts'

function write(type: string | undefined, name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'benchpress-format-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type }))
  mkdirSync(join(folder, 'node_modules/deep'), { recursive: true })
  writeFileSync(join(folder, name), text)
  return pathToFileURL(join(folder, name)).href
}

test.each([
  ["import { sep } from 'node:path'", 'module-typescript'],
  ["// a comment\n\nimport type { Sep } from './sep.ts'", 'module-typescript'],
  ["import './side-effect.ts'", 'module-typescript'],
  ["import*as path from 'node:path'", 'module-typescript'],
  ['export default {}', 'module-typescript'],
  ['const one = 1\nexport { one }', 'module-typescript'],
  ['export * from "./other.ts"', 'module-typescript'],
  ["const path = require('node:path')\nmodule.exports = path", undefined],
  ["import('./later.ts')", undefined],
  ["  const text = 'export default'", undefined],
])('in a package of CommonJS, a .ts file with %j is loaded as %s', (text, format) => {
  expect(formatOf(write('commonjs', 'a.ts', text))).toBe(format)
})

test('a .js file with exports is loaded as a module, and every other file, package or place as by Node.js', () => {
  const text = 'export default 1'
  expect(formatOf(write('commonjs', 'a.js', text))).toBe('module')
  for (const name of ['a.mts', 'a.mjs', 'a.cjs', 'a.cts', 'a.json']) expect(formatOf(write('commonjs', name, text))).toBeUndefined()
  expect(formatOf(write('commonjs', 'node_modules/deep/a.js', text))).toBeUndefined()
  expect(formatOf(write('module', 'a.ts', text))).toBeUndefined()
  expect(formatOf(write(undefined, 'a.ts', text))).toBeUndefined()
  expect(formatOf('node:path')).toBeUndefined()
  expect(formatOf('data:text/javascript,export default 1')).toBeUndefined()
})
