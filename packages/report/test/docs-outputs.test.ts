import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { formats, render } from '../src/formats/formats.ts'
import { outputsExample } from './outputs-example.ts'

const page = readFileSync(new URL('../../../docs/outputs.md', import.meta.url), 'utf8')

test('docs/outputs.md lists every format with its endings', () => {
  const rows = [...page.matchAll(/^\| `([\w-]+)` +\| ([^|]+?) +\|/gm)].map(([, name, endings]) => [name, endings])
  const wanted = formats.map(({ name, extensions }) => [name, extensions.map((extension) => `\`${extension}\``).join(', ')])
  expect(rows).toEqual(wanted)
})

// A heading names the formats of its section; the block shows the first one.
const shown = [...page.matchAll(/^### ([\w-]+)[^\n]*\n[^]*?^```text\n([^]*?)^```$/gm)].map(([, name = '', text = '']) => ({ name, text }))

describe('docs/outputs.md shows real output', () => {
  test('docs/outputs.md shows each format except the result and the report, which have pages of their own', () => {
    const others = formats.map(({ name }) => name).filter((name) => !['json', 'markdown', 'html'].includes(name))
    expect(shown.map(({ name }) => name)).toEqual(others)
  })

  test.each(shown)('$name', async ({ name, text }) => {
    const written = (await render(outputsExample(), 'example.txt', { format: name })).replaceAll('\r\n', '\n')
    for (const part of text.split(/^…\n/m)) expect(written).toContain(part.trimEnd())
  })
})
