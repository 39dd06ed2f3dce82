import { describe, expect, test } from 'vitest'
import { document } from '../src/document.ts'
import { escapeMarkdown, markdown } from '../src/markdown.ts'
import { text } from '../src/text.ts'
import { hostileMark, hostileResult, hostileTexts } from './hostile-result.ts'

const names = ['journeys', 'connections', 'sse', 'dead-target', 'functions', 'sweep', 'variants', 'search']

describe.each(names)('what a hostile target and config put into the result %s', (name) => {
  const report = document(hostileResult(name))

  test('does nothing to a terminal', () => {
    const printed = text(report)
    expect(printed).toContain(hostileMark)
    expect(printed.match(/[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u)).toBeNull()
  })

  test('is no Markdown and no HTML', () => {
    const written = markdown(report)
    expect(written).toContain(hostileMark)
    expect(written.match(/[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u)).toBeNull()
    // Within a fence nothing is markup, and none is ended from inside: a fence of drawings is the only one there is.
    const outside = written.replaceAll(/^(`{3,})text\n[^]*?\n\1$/gm, '')
    expect(outside).not.toMatch(/^`{3}/m)
    expect(outside.replaceAll(/\\[\\`*_{}[\]<|#~&]/g, '')).not.toMatch(/<|\]\(|`|~~|^#+ (?:heading|HELP)|&(?!lt;|amp;|emsp;)/m)
  })
})

test('every kind of hostile text is in the report of journeys', () => {
  const written = markdown(document(hostileResult()))
  const missing = hostileTexts.filter((hostile) => !written.includes(escapeMarkdown(`${hostileMark}${hostile}`)))
  expect(missing).toEqual([])
})
