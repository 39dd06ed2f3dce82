import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { drawStoreys } from './layers/draw-storeys.ts'
import { rooms } from './layers/rooms.ts'

const workspace = fileURLToPath(new URL('..', import.meta.url))
const documents = await listDocuments()

describe('the pages for contributors', () => {
  test.each(['ARCHITECTURE.md', 'docs/life-of-a-request.md'])('the names of paths in %s exist', async (page) => {
    const named = pathsIn(await readFile(join(workspace, page), 'utf8'))
    expect(named.length).toBeGreaterThan(30)
    expect(named.filter((path) => !existsSync(join(workspace, path)) && !existsSync(join(workspace, 'packages/core/src', path)))).toEqual(
      [],
    )
  })

  test('ARCHITECTURE.md lists the rooms of core in the order of imports', async () => {
    const [, section = ''] = (await readFile(join(workspace, 'ARCHITECTURE.md'), 'utf8')).split('## Inside core\n')
    const [table = ''] = section.split('\n## ')
    expect(Array.from(table.matchAll(/^\| `([^`]+)`/gm), ([, room]) => room)).toEqual(rooms)
  })

  test('ARCHITECTURE.md draws the imports between the storeys of core as in test/layers/rooms.ts', async () => {
    const [, drawing] = /^```text\n(.*?)\n```$/ms.exec(await readFile(join(workspace, 'ARCHITECTURE.md'), 'utf8')) ?? []
    expect(drawing).toBe(drawStoreys())
  })
})

test('docs/README.md lists every page of docs and packages', async () => {
  const index = await readFile(join(workspace, 'docs/README.md'), 'utf8')
  const pages = documents.filter((document) => /^(?:docs|packages)\/(?!.*CHANGELOG)/.test(document) && document !== 'docs/README.md')
  expect(pages.length).toBeGreaterThan(30)
  expect(pages.filter((page) => !index.includes(`](${relative('docs', page)})`))).toEqual([])
})

test.each(documents)('the links of %s lead somewhere', async (document) => {
  const text = await readFile(join(workspace, document), 'utf8')
  const links = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map((match) => match[1] ?? '').filter((link) => !/^[a-z]+:/.test(link))
  expect(links.filter((link) => !existsSync(join(workspace, dirname(document), link)))).toEqual([])
})

// Words in backticks that look like a path: with a slash or an extension, and without a space.
function pathsIn(text: string): string[] {
  const quoted = [...text.matchAll(/`([^`\s]+)`/g)].map((match) => match[1] ?? '')
  return quoted.filter(
    (name) => !name.startsWith('@') && (name.includes('/') || /\.(ts|mjs|json)$/.test(name) || /^[a-z]+$/.test(name)) && !words.has(name),
  )
}

const words = new Set(['benchpress', 'ready', 'done', 'timeout', 'reset', 'aborted', 'closed_early', 'protocol_error', 'invalid'])

async function listDocuments(): Promise<string[]> {
  const files = await readdir(workspace, { recursive: true, withFileTypes: false })
  return files
    .filter((file) => file.endsWith('.md') && !file.split('/').some((part) => part === 'node_modules' || part === 'dist'))
    .toSorted()
}
