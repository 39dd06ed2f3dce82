import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { metrics } from '../src/index.ts'

test('the README lists the metrics as they are declared', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
  const rows = [...readme.matchAll(/^\| `(redis_\w+)` +\| (\w+)(?:, by (\w+))? +\| (.*?) +\|$/gm)]
  const listed = rows.map(([, name = '', type, by, description]) => [name, { type, by, description }])
  const declared = Object.entries(metrics).map(([name, definition]) => {
    return [name, { type: definition.type, by: 'by' in definition ? definition.by : undefined, description: definition.description }]
  })
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(declared))
})
