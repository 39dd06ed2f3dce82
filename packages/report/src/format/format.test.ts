import type { TimeSummary } from '@benchpress/core'
import { describe, expect, test } from 'vitest'
import { noIntervals, samplesOfEach } from '../../test/suite-fixture.ts'
import { escapeMarkdown } from '../render/markdown.ts'
import { explainFigures } from '../sections/figure-notes.ts'
import { drawCell, numberCell, figureCell, formatFigure, percentileCell, sureFigureCell } from './cell.ts'
import { printable } from './texts.ts'

describe('a figure of times', () => {
  const times: TimeSummary = {
    p2_5: 1,
    p50: 2,
    p75: 3,
    p90: 4,
    p95: 5,
    p97_5: 6,
    p99: 42,
    p99_9: 45,
    mean: 2,
    stdev: 1,
    min: 1,
    max: 50,
    count: 1000,
    intervals: noIntervals,
  }

  test('writes a percentile that has enough samples', () => {
    expect(formatFigure(times, 'p99')).toBe('42 ms')
  })

  test('marks a percentile that has too few samples', () => {
    expect(formatFigure({ ...times, count: 312 }, 'p99')).toBe('~42 ms')
    expect(formatFigure({ ...times, p50: null, count: 0 }, 'p50')).toBe('n/a')
    expect(formatFigure({ ...times, count: 1 }, 'max')).toBe('50 ms')
  })

  test('has the interval of a percentile where it is wider than a tenth, or open', () => {
    const sure = (low: number | null, high: number | null, count = 1000): string =>
      drawCell(sureFigureCell({ ...times, count, intervals: { ...noIntervals, p99: { low, high } } }, 'p99'))
    expect([sure(40, 44), sure(39.9, 44.2), sure(38, 51), sure(38, null, 312), sure(null, 51, 5), sure(null, null, 1)]).toEqual([
      '42 ms',
      '42 ms (39.9 ms to 44.2 ms)',
      '42 ms (38 ms to 51 ms)',
      '~42 ms (from 38 ms)',
      '~42 ms (up to 51 ms)',
      '~42 ms',
    ])
    expect(sureFigureCell(times, 'mean')).toEqual({ figure: '2 ms', value: 2 })
    const cutOff = { count: 9, shortest: 42, mean: 42, longest: 42, lowerBounds: ['p99'], samples: samplesOfEach(1000) } as const
    const bounded: TimeSummary = { ...times, intervals: { ...noIntervals, p99: { low: 42, high: null } }, unfinished: cutOff }
    expect(sureFigureCell(bounded, 'p99')).toEqual({ figure: '42 ms', value: 42, caveat: 'lower-bound' })
  })

  test('caveats and intervals are explained where there are any', () => {
    const figure = '42 ms'
    expect(explainFigures([{ figure }, { figure: '>= 99 % (from 38 ms)' }])).toEqual([])
    expect(explainFigures([{ figure }, { figure, caveat: 'few' }])).toEqual(['~ Imprecise: too few samples.'])
    expect(explainFigures([{ figure, caveat: 'lower-bound' }])).toEqual([expect.stringMatching(/^>= A lower bound: /)])
    expect(explainFigures([{ figure, interval: 'from 38 ms' }])).toEqual([expect.stringMatching(/^In brackets: /)])
  })

  test('a percentile of few samples is explained by the number of samples that it has and needs', () => {
    const cells = [
      figureCell({ ...times, count: 3 }, 'p50'),
      ...[312, 3].map((count) => figureCell({ ...times, count }, 'p99')),
      ...[1, 2.5, 97.5].map((percentile) => percentileCell(7, percentile, 2, String)),
    ]
    expect(explainFigures(cells.slice(0, 1))).toEqual(['~ Imprecise: 50% has 3 of the 20 samples it needs.'])
    expect(explainFigures(cells)[0]).toContain(': 50% has 3 of the 20 samples it needs, 2.5% 2 of 400, 97.5% 2 of 400, and 2 more.')
    expect(explainFigures(cells.slice(1, 3))[0]).toContain(': 99% has 3 to 312 of the 1,000 samples it needs.')
  })

  test('a percentile of few seconds is explained by their number, apart from percentiles of too few requests', () => {
    const cells = [5, 6].flatMap((had) =>
      [1000, 20].map(
        (needed) => ({ figure: '7', caveat: 'few', samples: { percentile: needed === 20 ? 50 : 1, had, needed, of: 'seconds' } }) as const,
      ),
    )
    const ofSeconds = '~ Imprecise: Req/Sec and Bytes/Sec have 5 to 6 s, and their 50% needs 20 s.'
    expect(explainFigures(cells)).toEqual([ofSeconds])
    expect(explainFigures([...cells, figureCell({ ...times, count: 312 }, 'p99')])).toEqual([
      '~ Imprecise: 99% has 312 of the 1,000 samples it needs.',
      ofSeconds,
    ])
  })

  test('a known figure also has a number, by which a table can be sorted', () => {
    expect(figureCell(times, 'p99')).toEqual({ figure: '42 ms', value: 42 })
    expect(figureCell({ ...times, count: 312 }, 'p99')).toEqual({
      figure: '42 ms',
      value: 42,
      caveat: 'few',
      samples: { percentile: 99, had: 312, needed: 1000 },
    })
    expect(figureCell({ ...times, p99: null, count: 0 }, 'p99')).toEqual({ figure: 'n/a' })
    expect(percentileCell(1e6, 99, 3, String)).toMatchObject({ figure: '1000000', value: 1e6, caveat: 'few' })
    expect([numberCell(1234.5), numberCell(null)]).toEqual([{ figure: '1,235', value: 1234.5 }, { figure: 'n/a' }])
  })

  test('marks a lower bound, however few samples there are', () => {
    const bounded: TimeSummary = {
      ...times,
      count: 3,
      unfinished: { count: 10, shortest: 4010, mean: 4014, longest: 4017, lowerBounds: ['p99', 'max'], samples: samplesOfEach(13) },
    }
    expect((['p99', 'max', 'mean'] as const).map((figure) => formatFigure(bounded, figure))).toEqual(['>= 42 ms', '>= 50 ms', '2 ms'])
    expect(formatFigure({ ...bounded, max: 4017 }, 'max')).toBe('>= 4.02 s')
  })

  test('marks a percentile of few samples, of which cut-off requests count in part', () => {
    const cutOff = (p99: number): NonNullable<TimeSummary['unfinished']> => ({
      count: 30,
      shortest: 1,
      mean: 1,
      longest: 1,
      lowerBounds: [],
      samples: { ...samplesOfEach(2000), p99 },
    })
    expect(formatFigure({ ...times, count: 990, unfinished: cutOff(1000) }, 'p99')).toBe('42 ms')
    expect(formatFigure({ ...times, count: 2000, unfinished: cutOff(999) }, 'p99')).toBe('~42 ms')
  })
})

test.each([
  [{ condition: 'http_failed', holds: 'yes' }, '✓ http_failed'],
  [{ condition: 'http_failed', holds: 'no' }, '✗ http_failed'],
  [{ condition: 'http_failed', holds: 'unknown' }, '? http_failed'],
  ['plain', 'plain'],
] as const)('drawCell writes %o as %s', (cell, text) => {
  expect(drawCell(cell)).toBe(text)
})

test('escapeMarkdown leaves nothing that Markdown or HTML would read', () => {
  expect(escapeMarkdown('a|b <img src=x> `c` *d* [e](f)\n# g & h')).toBe(
    'a\\|b &lt;img src=x> \\`c\\` \\*d\\* \\[e\\](f)\\\\x0a\\# g &amp; h',
  )
  expect(escapeMarkdown('> quote')).toBe('\\> quote')
})

test('printable shows characters that turn the direction of writing, hide text, or end a line', () => {
  expect(printable('a\u202eb\u2066c\u200bd\u2028e\u2029\u{e0041}')).toBe('a\\u{202e}b\\u{2066}c\\u{200b}d\\u{2028}e\\u{2029}\\u{e0041}')
  expect(escapeMarkdown('a\u202eb')).toBe('a\\\\u\\{202e\\}b')
})

test('printable shows control characters rather than sending them to the terminal', () => {
  expect(printable('a\u001b[2Jb\r\n')).toBe('a\\x1b[2Jb\\x0d\\x0a')
})
