import type { TestResult } from '@benchpress/core'
import { expect, test } from 'vitest'
import { testResult } from '../../test/suite-fixture.ts'
import { times } from '../../test/users-fixture.ts'
import { drawMarkdownTable } from '../render/markdown.ts'
import { drawTable } from '../render/draw-table.ts'
import { drawCell } from '../format/cell.ts'
import { metricsTables } from './metrics.ts'
import { plainPalette } from '../render/palette.ts'

const byType = [
  { name: 'message', count: 4000, rate: 133.3 },
  { name: 'heart\u001b[31mbeat', count: 60, rate: 2 },
  { name: '', count: 1, rate: 0.03 },
]

const byTag: TestResult['metrics'] = {
  events: { type: 'counter', unit: null, count: 4061, rate: 135.4, by: { tag: 'type', series: byType } },
  closes: { type: 'counter', unit: null, count: 0, rate: 0, by: { tag: 'cause', series: [] } },
  connect_time: {
    type: 'trend',
    unit: 'ms',
    values: times(20, 5000),
    by: { tag: 'transport', series: [{ name: 'polling', values: times(12, 40) }] },
  },
  resumed: {
    type: 'rate',
    unit: null,
    rate: 0.5,
    hits: 2,
    total: 4,
    by: { tag: 'how', series: [{ name: 'id', rate: 1, hits: 2, total: 2 }] },
  },
  open: { type: 'gauge', unit: null, value: 3, min: 0, max: 9, by: { tag: 'state', series: [{ name: 'idle', value: 1, min: 0, max: 2 }] } },
}

test('each type of metric has a table, without the metrics of benchpress', () => {
  expect(
    tablesOf({
      http_requests: { type: 'counter', unit: null, count: 5, rate: 1, by: null },
      basket: { type: 'trend', unit: 'items', values: times(3, 500), by: null },
      render: { type: 'trend', unit: 'ms', values: times(0.2, 5000), by: null },
      sold: { type: 'counter', unit: 'items', count: 500, rate: 17, by: null },
      stock: { type: 'gauge', unit: null, value: 3, min: 0, max: 9, by: null },
      weight: { type: 'gauge', unit: 'kg', value: 0.0012, min: 0.0004, max: 12_345.6, by: null },
      unset: { type: 'gauge', unit: null, value: null, min: null, max: null, by: null },
      hit: { type: 'rate', unit: null, rate: 0.5, hits: 1, total: 2, by: null },
      never: { type: 'rate', unit: null, rate: null, hits: 0, total: 0, by: null },
    }),
  ).toEqual([
    [
      ['Counter', 'Count', 'Per second'],
      ['sold (items)', '500', '17'],
    ],
    [
      ['Trend', 'Count', '50%', '90%', '95%', '99%', 'Avg', 'Max'],
      ['basket (items)', '500', '3', '4.5', '6', '~12', '3.3', '24'],
      ['render', '5,000', '200 µs', '300 µs', '400 µs', '800 µs', '220 µs', '1.6 ms'],
    ],
    [
      ['Rate', 'Share', 'True', 'All'],
      ['hit', '50 %', '1', '2'],
      ['never', 'n/a', '0', '0'],
    ],
    [
      ['Gauge', 'Last', 'Lowest', 'Highest'],
      ['stock', '3', '0', '9'],
      ['weight (kg)', '0.0012', '0.0004', '12,346'],
      ['unset', 'n/a', 'n/a', 'n/a'],
    ],
  ])
  expect(tablesOf({ http_requests: { type: 'counter', unit: null, count: 5, rate: 1, by: null } })).toEqual([])
})

test('the values of a tag are below the metric that has the tag', () => {
  expect(tablesOf(byTag).map(([, ...rows]) => rows)).toEqual([
    [
      ['events by type', '4,061', '135'],
      ['  message', '4,000', '133'],
      ['  heart\u001b[31mbeat', '60', '2'],
      ['  ""', '1', '0.03'],
      ['closes by cause', '0', '0'],
    ],
    [
      ['connect_time by transport', '5,000', '20 ms', '30 ms', '40 ms', '80 ms', '22 ms', '160 ms'],
      ['  polling', '40', '12 ms', '~18 ms', '~24 ms', '~48 ms', '13.2 ms', '96 ms'],
    ],
    [
      ['resumed by how', '50 %', '2', '4'],
      ['  id', '100 %', '2', '2'],
    ],
    [
      ['open by state', '3', '0', '9'],
      ['  idle', '1', '0', '2'],
    ],
  ])
})

test('the values of a tag are indented in a terminal and in Markdown, and none of them is read as markup', () => {
  const [counters = { head: [], rows: [] }] = metricsTables(testResult({ metrics: byTag }))
  const drawn = drawTable(counters, plainPalette)
  expect(drawn).toContain('│ events by type')
  expect(drawn).toContain('│   message ')
  expect(drawn).toContain('│   heart\\x1b[31mbeat ')
  expect(drawMarkdownTable(counters)).toContain('| events by type | 4,061 | 135 |\n| &emsp;message | 4,000 | 133 |\n')
})

function tablesOf(metrics: TestResult['metrics']): readonly (readonly (readonly string[])[])[] {
  return metricsTables(testResult({ metrics })).map(({ head, rows }) => [head, ...rows.map((row) => row.map(drawCell))])
}
