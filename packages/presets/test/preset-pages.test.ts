import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { presetPages, withoutPlace } from '../../../test/documents/preset-pages.ts'
import { presets } from '../src/index.ts'

test('each page belongs to a preset, and docs/presets.md links to each of them', () => {
  const index = readFileSync(new URL('../../../docs/presets.md', import.meta.url), 'utf8')
  expect(presetPages.length).toBeGreaterThan(0)
  for (const { name } of presetPages) {
    expect(presets.has(name)).toBe(true)
    expect(index).toContain(`[${name}](presets/${name}.md)`)
  }
})

describe.each(presetPages)('docs/presets/$name.md', ({ name, command, unexplained, write }) => {
  const page = readFileSync(new URL(`../../../docs/presets/${name}.md`, import.meta.url), 'utf8')
  const [, report = ''] = /^```text\n([^]*?)^```$/m.exec(page) ?? []

  test('is the output of its script for a report', () => {
    expect(page).toBe(write(report))
    expect(page).toContain(`\`\`\`sh\n${command}\n\`\`\``)
  })

  test('has documented beside measured figures, and names both machines and the tested program', () => {
    const { documented, source } = presets.get(name) ?? {}
    expect(report).toMatch(/^Documented and measured|^Single instance and cluster: the published comparison|: documented and measured$/m)
    expect(report).toContain(`documented: `)
    expect(report).toContain(`on ${documented?.machine}; ${source}`)
    for (const line of ['measured:   ', 'tested:     ', 'changed from the documented test: ']) expect(report).toContain(`\n${line}`)
  })

  test('has a valid verdict, and no paths or addresses of the machine', () => {
    expect(report).toMatch(/^Verdict: (?:valid|suspect|invalid)/m)
    expect(unexplained(report)).toEqual([])
    expect(report).not.toMatch(
      /(?:^|[\s"'(])\/(?!(?:kv|stats|replication|api|test|events|message)\b)[\w.-]+\/|file:\/\/|(?:localhost|127\.0\.0\.1):\d/m,
    )
  })
})

test('ports, kernel builds and trailing spaces are removed from a page', () => {
  const report = 'at http://localhost:38943/test, and 127.0.0.1:80  \non Linux 6.18.44-build.7 x64\n'
  expect(withoutPlace(report)).toBe('at http://localhost:PORT/test, and 127.0.0.1:PORT\non Linux 6.18 x64\n')
})
