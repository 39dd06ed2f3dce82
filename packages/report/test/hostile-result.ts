import { readFileSync } from 'node:fs'
import type { SuiteResult } from '@benchpress/core'

/** The mark that every hostile text begins with, by which it is found in rendered reports. */
export const hostileMark = 'HOSTILE'

/** Texts that a hostile target, or a careless config, can put into a result. */
export const hostileTexts: readonly string[] = [
  `<script>alert('${hostileMark}')</script>`,
  `"><img src=x onerror=alert(1)><svg/onload=alert(1)>`,
  `</style></script></textarea></title><!-- -->]]>`,
  `javascript:alert(1)`,
  // Clears a screen, paints, sets the title of a terminal and links, in the sequences of seven bits and of eight.
  `\u001b[2J\u001b[31mred\u001b[0m\u001b]0;title\u0007\u001b]8;;http://evil.example\u001b\\link\u009b31m`,
  // Turns the direction of writing, hides characters, and breaks lines in every way.
  `\u202egnp.exe\u2066\u200b\ufeff\u2028\u2029\r\n\t\b\u0000\u007f`,
  `[link](http://evil.example) ![image](http://evil.example/x.png) **bold** _it_ \`code\` | cell | ~~no~~`,
  `\n# heading\n\n- item\n\n\`\`\`\nfence\n\`\`\`\`\`\n<details>`,
  `=HYPERLINK("http://evil.example","x")`,
  `+cmd|' /C calc'!A0`,
  `-1+1,"quoted",;'@SUM(1)`,
  `&lt;b&gt; &#60;i&#62; %3Cscript%3E \${7*7} {{7*7}} \\ ' " \``,
  `\ud83d\ude00 \ud800 lone surrogate`,
  `::error file=x::annotation\n::set-output name=a::b`,
  `# HELP x\nx{a="b"} 1\n# EOF`,
  'wide\u4e2d'.repeat(40),
]

// Keys whose values come from the target or an author: names, paths, errors and bodies.
const fromOutside = new Set([
  'name',
  'reason',
  'endpoint',
  'request',
  'url',
  'address',
  'command',
  'cause',
  'selector',
  'condition',
  'text',
  'variant',
  'plugin',
  'value',
  'of',
  'parameter',
  'case',
  'first',
  'model',
  'os',
  'commit',
  'expected',
  'body',
])
// Places where these keys have one of our own words.
const ownWords = new Set(
  'signal target worker setup bailout threshold rate closed open user run default few-samples unfinished interrupted generator'.split(' '),
)

/**
 * A recorded result in which every text from outside is hostile: script tags, sequences for terminals, turned directions of writing, Markdown, and commands of
 * spreadsheets and other readers. Figures are unchanged.
 *
 * Each text begins with the original, so that equal names stay equal, and the hostile texts are used in turn.
 *
 * @param name of a file of `recorded`, without its extension
 */
export function hostileResult(name: string = 'journeys'): SuiteResult {
  const known = new Map<string, string>()
  return changedResult(name, (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const hostile = `${text}${hostileMark}${hostileTexts[known.size % hostileTexts.length] ?? ''}`
    known.set(text, hostile)
    return hostile
  })
}

/** A recorded result in which every text from outside is another one, by the key that it stands under. */
export function changedResult(name: string, make: (text: string, key: string) => string): SuiteResult {
  return poison(JSON.parse(readFileSync(new URL(`recorded/${name}.json`, import.meta.url), 'utf8')), '', make) as SuiteResult
}

function poison(data: unknown, key: string, make: (text: string, key: string) => string): unknown {
  if (typeof data === 'string') return fromOutside.has(key) && !ownWords.has(data) ? make(data, key) : data
  if (Array.isArray(data)) return data.map((part: unknown) => poison(part, key, make))
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, poison(value, name, make)]))
}
