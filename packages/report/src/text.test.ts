import type { ReportSection } from '@benchpress/core'
import { expect, test } from 'vitest'
import { markdown } from './markdown.ts'
import { plainPalette } from './palette.ts'
import { text } from './text.ts'

const section: ReportSection = {
  title: 'Sweep over *users*',
  intro: 'mean of <the> runs',
  parts: [
    ['one:   1', 'two'],
    {
      lines: [
        ['limited by ', { text: 'think\u001b[31m time', mark: 'warning' }],
        [{ text: 'in all', mark: 'strong' }, ': 3'],
      ],
      isApart: true,
    },
    { lines: [] },
    { drawing: ['▁▂\u202e'] },
    { charts: [] },
    { lines: ['a note', 'another'], as: 'paragraphs' },
    { file: 'main.ts', language: 'ts', code: 'serve()\n' },
  ],
}
const report = { title: 'shop', sections: [section, { title: 'Next', parts: [] }] }

test('a terminal has a blank line before what stands apart, around drawings and between sections, and what stands out is painted', () => {
  const painted = { ...plainPalette, strong: (part: string) => `<${part}>`, warning: (part: string) => `!${part}!` }
  expect(text(report, painted)).toBe(`<Sweep over *users*: mean of <the> runs>
one:   1
two

limited by !think\\x1b[31m time!
<in all>: 3

▁▂\\u{202e}

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
- **in all**: 3

\`\`\`text
▁▂\\u{202e}
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

test('each medium has its own sections, and those of both, with headings of their rank', () => {
  const sections: readonly ReportSection[] = [
    { title: 'All', level: 1, on: 'page', parts: [] },
    { title: 'One', parts: [] },
    { title: 'Run 1', level: 3, parts: [] },
    { title: 'Now', on: 'terminal', parts: [] },
  ]
  expect(markdown({ title: '', sections })).toBe('## All\n\n### One\n\n#### Run 1\n')
  expect(text({ title: '', sections })).toBe('One\n\nRun 1\n\nNow\n')
})
