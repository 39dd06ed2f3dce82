import { expect, test } from 'vitest'
import { markdown } from './markdown.ts'
import { plainPalette } from './palette.ts'
import type { DocumentSection } from './report-document.ts'
import { text } from './text.ts'

const drawing = ['p99 of each second, up to 8 ms; ▲ disturbed\u202e', '▂█', ' ▲', '0s 2s']

const section: DocumentSection = {
  title: 'Sweep over *users*',
  intro: 'mean of <the> runs',
  parts: [
    ['one:   1', 'two'],
    {
      lines: [
        ['limited by ', { text: 'think\u001b[31m time', mark: 'warning' }],
        [{ text: 'in all', mark: 'strong' }, ': ', { figure: '3 s', value: 3, caveat: 'few' }],
        ['  ', { condition: 'rate > 1', holds: 'no' }],
      ],
      isSpaced: true,
    },
    { lines: [] },
    { drawing },
    { lines: ['a note', 'another'], as: 'paragraphs' },
    { file: 'main.ts', language: 'ts', code: 'serve()\n' },
  ],
}
const report = { title: 'shop', sections: [section, { title: 'Next', parts: [] }] }

test('a terminal has blank lines before separate lines, around drawings and between sections, and emphasis is coloured', () => {
  const painted = {
    ...plainPalette,
    strong: (part: string) => `<${part}>`,
    warning: (part: string) => `!${part}!`,
    bad: (part: string) => `-${part}-`,
  }
  expect(text(report, painted)).toBe(`<Sweep over *users*: mean of <the> runs>
one:   1
two

limited by !think\\x1b[31m time!
<in all>: ~3 s
  -✗- rate > 1

p99 of each second, up to 8 ms; ▲ disturbed\\u{202e}
▂█
 ▲
0s 2s

a note
another
main.ts:
serve()

<Next>
`)
})

test('Markdown has lists, paragraphs and fences, and reads nothing in names and texts as markup', () => {
  expect(markdown(report)).toBe(`### Sweep over \\*users\\*

Mean of &lt;the> runs.

- one: 1
- two

- limited by think\\\\x1b\\[31m time
- **in all**: \\~3 s
-   ✗ rate > 1

\`\`\`text
p99 of each second, up to 8 ms; ▲ disturbed\\u{202e}
▂█
 ▲
0s 2s
\`\`\`

a note

another

\`main.ts\`:

\`\`\`ts
serve()
\`\`\`

### Next
`)
})

test('a terminal and a page each have their own sections and the shared ones, with headings of their rank', () => {
  const sections: readonly DocumentSection[] = [
    { title: 'All', level: 1, on: 'page', parts: [] },
    { title: 'One', parts: [] },
    { title: 'Run 1', level: 3, parts: [] },
    { title: 'Now', on: 'terminal', parts: [] },
  ]
  expect(markdown({ title: '', sections })).toBe('## All\n\n### One\n\n#### Run 1\n')
  expect(text({ title: '', sections })).toBe('One\n\nRun 1\n\nNow\n')
})
