import { describe, expect, test } from 'vitest'
import { document } from '../src/sections/document.ts'
import { html } from '../src/render/html/html.ts'
import { htmlPages } from '../src/formats/html-pages.ts'
import { escapeMarkdown, markdown } from '../src/render/markdown.ts'
import { text } from '../src/render/text.ts'
import { hostileMark, hostileResult, hostileTexts } from './hostile-result.ts'

const names = ['journeys', 'connections', 'sse', 'dead-target', 'sweep', 'variants', 'search']

describe.each(names)('texts of a hostile target and config in the result %s', (name) => {
  const report = document(hostileResult(name))

  test('a hostile text does nothing to a terminal', () => {
    const printed = text(report)
    expect(printed).toContain(hostileMark)
    expect(printed.match(/[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u)).toBeNull()
  })

  test('a hostile text is neither Markdown nor HTML', () => {
    const written = markdown(report)
    expect(written).toContain(hostileMark)
    expect(written.match(/[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u)).toBeNull()
    // Nothing within a fence is markup, and no text ends one: the only fences are those of drawings and of the command.
    const outside = written.replaceAll(/^(?:`Command`:\n\n)?(`{3,})(?:text|sh)\n[^]*?\n\1$/gm, '')
    expect(outside).not.toMatch(/^`{3}/m)
    expect(outside.replaceAll(/\\[\\`*_{}[\]<|#~&]/g, '')).not.toMatch(/<|\]\(|`|~~|^#+ (?:heading|HELP)|&(?!lt;|amp;|emsp;|#8203;)|@\w/m)
  })
})

// The elements of a page; everything from outside must be text.
const elements = new Set(
  `!doctype html head meta title link style body script main h1 h2 h3 p strong span a nav ul li dl div dt dd svg path circle rect text figure figcaption details summary pre code table caption thead tbody tr th td footer`.split(
    ' ',
  ),
)
const attributes = new Set(
  `lang charset http-equiv content name rel href class id role aria-label aria-hidden tabindex scope data-value data-plot viewBox d x y width height cx cy r html open hidden`.split(
    ' ',
  ),
)

test.each(names)('texts of a hostile target and config are only text in the pages of the result %s', (name) => {
  const suite = hostileResult(name)
  for (const page of [html(document(suite)), ...htmlPages(suite).map(({ text: written }) => written)]) {
    const written = page.replace(/<style>[^]*?<\/style>/, '').replace(/<script>[^]*<\/script>/, '')
    expect(written).toContain(hostileMark)
    expect(written.match(/[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u)).toBeNull()
    const tags = [...written.matchAll(/<\/?([^\s>/]+)([^>]*)>/g)]
    expect(tags.map(([, element = '']) => element).filter((element) => !elements.has(element))).toEqual([])
    const given = tags.flatMap(([, , rest = '']) =>
      rest
        .replaceAll(/"[^"]*"/g, '')
        .split(/[\s=/]+/)
        .filter((word) => word !== ''),
    )
    expect(given.filter((attribute) => !attributes.has(attribute))).toEqual([])
    expect(
      Array.from(written.matchAll(/href="([^"]*)"/g), ([, href]) => href).filter(
        (href) => !/^(?:#section-\d+|data:,|[a-z0-9-]+\.html)$/.test(href ?? ''),
      ),
    ).toEqual([])
  }
})

test('every kind of hostile text is in the report of journeys', () => {
  const written = markdown(document(hostileResult()))
  const missing = hostileTexts.filter((hostile) => !written.includes(escapeMarkdown(`${hostileMark}${hostile}`)))
  expect(missing).toEqual([])
})
