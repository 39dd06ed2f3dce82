import { expect, test } from 'vitest'
import { checkPreset } from './adapt-preset.ts'
import { definePreset } from './define-preset.ts'

const preset = definePreset<{ readonly size: number | undefined }>({
  name: 'shop',
  title: 'A shop',
  source: { url: 'https://example.com', tool: 'wrk', machine: 'a laptop' },
  parameters: { color: { kind: 'word', words: ['red'], says: 'its color' } },
  documented: [
    { title: 'Reads', columns: [{ head: 'Per second', unit: 'per second' }], rows: [{ name: 'reads', documented: { 'Per second': 5 } }] },
  ],
  parts: { reads: 'lists of items' },
  unfit: [{ key: 'rate', because: 'it is closed', hint: 'Leave it out.' }],
  url: 'http://localhost:3000/items',
  suite: () => ({ name: 'shop', tests: [] }),
  standIn: { description: 'a small shop', load: async () => 'http://localhost:3000' },
  sections: () => [],
})

test('a valid preset has no issues', async () => {
  expect(await checkPreset(preset)).toEqual([])
})

test.each([undefined, null, 'shop', () => preset])('%o is not a preset', async (exported) => {
  expect(await checkPreset(exported)).toEqual([
    { path: '', message: 'the default export is no preset', hint: 'write `export default definePreset({ … })`' },
  ])
})

test.each<[object, string, string]>([
  [{ url: 'localhost:3000' }, 'url', 'must be a URL such as http://localhost:3000'],
  [{ source: { url: 'x', tool: 'wrk' } }, 'source.machine', 'is required and must be a string'],
  [{ parameters: { 'page size': { kind: 'count', says: 'x' } } }, 'parameters', '"page size" is not a name'],
  [{ parameters: { size: { kind: 'size', says: 'x' } } }, 'parameters.size.kind', 'must be "count", '],
  [{ documented: [{ title: 'x', columns: [], rows: [{}] }] }, 'documented[0].rows[0].name', 'is required'],
  [{ claims: [{ says: 'x' }] }, 'claims[0].rule', 'is required'],
  [{ parts: { 'a b': 'x' } }, 'parts', '"a b" is not a name'],
  [{ standIn: { description: 'a shop' } }, 'standIn.load', 'is required'],
  [
    { parameters: { size: { kind: 'count', says: 'x', variable: 'a b' } } },
    'parameters.size.variable',
    'must be the name of an environment',
  ],
])('the preset %o has an issue at %s', async (wrong, path, message) => {
  const issues = await checkPreset({ ...preset, ...wrong })
  expect(issues).toEqual([expect.objectContaining({ path, message: expect.stringContaining(message) as unknown })])
})
