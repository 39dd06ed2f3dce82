import type { FigureHistory, ResultsHistory } from '@benchpress/core'
import { describe, expect, test } from 'vitest'
import { html } from '../render/html/html.ts'
import { markdown } from '../render/markdown.ts'
import { historyDocument, historyJson } from './results-history.ts'
import { text } from '../render/text.ts'

const part = { test: 'shop', variant: 'default', kind: 'scenario', names: ['reads'] } as const
const p99 = { part, metric: 'http_response_time', aggregate: 'p99', unit: 'ms', better: 'low' } as const

function figure(changes: Partial<FigureHistory> = {}): FigureHistory {
  const values = [10, 10, 10, null, 12, 12, 12]
  return {
    ...p99,
    values,
    intervals: values.map((value) => (value === null ? null : ([value - 1, value + 1] as const))),
    changes: [],
    because: null,
    ...changes,
  }
}

function history(figures: readonly FigureHistory[], changes: Partial<ResultsHistory> = {}): ResultsHistory {
  const points = Array.from({ length: 7 }, (_, index) => ({
    commit: index === 6 ? null : `${index}`.repeat(40),
    startedAt: `2026-01-0${index + 1}T00:00:00.000Z`,
    runs: 3,
    tools: index === 4 ? ['Node.js: v26.0.0, before v24.0.0'] : [],
  }))
  const machine = { processor: 'Some CPU', CPUs: '2', platform: 'Linux x64' }
  return { schemaVersion: 1, name: 'shop', machine, points, figures, leftOut: [], ...changes }
}

const change = { at: 4, chance: 0.0012, ratio: 1.2, interval: [1.15, 1.25], answer: 'worse' } as const
const textOf = (of: ResultsHistory): string => text(historyDocument(of))

describe('the report of a history', () => {
  test('ends with the figure that changed, the commit, the size of the change, and new versions of the tools', () => {
    expect(
      textOf(history([figure({ changes: [change] })]))
        .trimEnd()
        .split('\n')
        .slice(-2),
    ).toEqual([
      '1 change found.',
      'worse: Latency 99% of reads is 20 % higher (+15 % to +25 %) since 444444444444 (2026-01-05), where the tools are new, too: Node.js: v26.0.0, before v24.0.0',
    ])
  })

  test.each([
    ['better', { ...change, ratio: 0.8, interval: [0.7, 0.85] }, 'better: Latency 99% of reads is 20 % lower (-30 % to -15 %) since'],
    [
      'equivalent',
      { ...change, ratio: 1.02, interval: [1.01, 1.03] },
      'changed by too little to matter: Latency 99% of reads is 2.0 % higher',
    ],
    ['inconclusive', change, 'changed, by how much is unsure: Latency 99% of reads is 20 % higher'],
  ] as const)('names a change that is %s', (answer, of, line) => {
    expect(textOf(history([figure({ changes: [{ ...of, answer }] })]))).toContain(line)
  })

  test('explains why a change decides nothing where the requests changed too', () => {
    const because = 'reads fails 0 % of its requests before and 40 % from then on'
    expect(textOf(history([figure({ changes: [{ ...change, answer: 'inconclusive', because }] })]))).toContain(`, because ${because}\n`)
  })

  test('reports that no figure changed, or that this cannot be known', () => {
    expect(textOf(history([figure()]))).toMatch(/No figure is seen to change\.\n$/)
    const unknown = textOf(history([figure({ because: '3 points are too few' })]))
    expect(unknown).toMatch(/It cannot be known whether a figure changed\.\nunknown: Latency 99% of reads, because 3 points are too few\n$/)
    expect(unknown).toMatch(/Latency 99% .*too few points/)
    expect(unknown).not.toContain('No figure')
  })

  test('leaves a gap in a drawing, and draws figures that never change in the middle', () => {
    expect(textOf(history([figure()]))).toContain('│ ▁▁▁ ███ ')
    expect(textOf(history([figure({ values: Array.from({ length: 7 }, () => 10) })]))).toContain('│ ▅▅▅▅▅▅▅ ')
  })

  test('has no latest figure where the latest point lacks it, instead of an older one', () => {
    const gone = figure({ values: [10, 10, 10, 10, 10, 10, null] })
    expect(textOf(history([gone]))).toMatch(/│ reads │ Latency 99% │ 10 ms +│ n\/a +│/)
  })

  test('names results that were left out, even if no point remains', () => {
    const empty = history([], { points: [], leftOut: [{ source: 'a.json', because: 'run 1 of shop is invalid' }] })
    expect(textOf(empty)).toContain('no points\n')
    expect(textOf(empty)).toMatch(/No result could be used, so that nothing is known of any figure\.\s*$/)
    expect(textOf(empty)).not.toContain('No figure is seen to change')
    expect(textOf(empty)).toContain('Left out\na.json: run 1 of shop is invalid\n')
    for (const write of [markdown, html]) expect(write(historyDocument(empty))).toContain('run 1 of shop is invalid')
    expect(JSON.parse(historyJson(empty))).toEqual(empty)
  })

  test('has a plot for each figure that was ever more than 0, with its level and its changes', () => {
    const page = html(
      historyDocument(
        history([
          figure({ changes: [change] }),
          figure({ metric: 'http_failed', aggregate: 'rate', unit: 'share', values: [0, 0, 0, 0, 0, 0, 0] }),
        ]),
      ),
    )
    expect(page.match(/<figure/g)).toHaveLength(1)
    expect(page).toContain('+20 % at 444444444444</li>')
  })
})
