import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { markup, ownMarkup } from './markup.ts'

test('a text stands in HTML as it is read, in an element as in a quoted attribute', () => {
  const text = `<img src=x onerror="alert('1')"> & more`
  expect(String(markup`<p title="${text}">${text}</p>`)).toBe(
    '<p title="&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; more">&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; more</p>',
  )
})

test('no text ends an element or an attribute', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', '`', '/', 'a', '\u202e', '\u001b') }), (text) => {
      const [, inAttribute, inElement] = /^<p title="([^"]*)">([^<]*)<\/p>$/.exec(String(markup`<p title="${text}">${text}</p>`)) ?? []
      expect(inElement).toBe(inAttribute)
      expect(inElement).not.toMatch(/[<>"'\p{Cc}\p{Cf}]|&(?!amp;|lt;|gt;|quot;|#39;)/u)
    }),
  )
})

test('control characters and those that turn the direction of writing are made visible', () => {
  expect(String(markup`${'\u001b[31mred\u202egnp.exe\u0000'}`)).toBe('\\x1b[31mred\\u{202e}gnp.exe\\x00')
})

describe('a value in HTML', () => {
  test('a value may be HTML, a number, several of these, or nothing', () => {
    const items = ['a', 'b'].map((item) => markup`<li>${item}</li>`)
    expect(String(markup`<ul class="${1}">${items}${undefined}${[ownMarkup('<hr>'), 2]}</ul>`)).toBe(
      '<ul class="1"><li>a</li><li>b</li><hr>2</ul>',
    )
  })

  test('a value that only looks like Markup is written as text', () => {
    const fake = JSON.parse('{"toString":"<b>"}') as unknown as string
    expect(String(markup`${String(Object.keys(fake))}`)).toBe('toString')
    expect(String(markup`${'<b>'}`)).toBe('&lt;b&gt;')
  })
})
