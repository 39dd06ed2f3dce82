import { expect, test } from 'vitest'
import { drawChart } from './draw-chart.ts'
import type { Plot } from './report-document.ts'

const y = { label: 'Requests/s', unit: 'per second' } as const
const axes: Omit<Plot, 'series'> = { title: 'Requests/s', caption: '', x: { label: 'users', unit: 'number', values: [1, 20, 300] }, y }

test('values stand above their points, at their height', () => {
  const series = [{ mark: '*', name: 'all', values: [100, 200, 400] }]
  expect(drawChart({ ...axes, series })).toEqual([
    'Requests/s',
    '400 │                        *',
    '    │',
    '    │',
    '    │',
    '200 │              *',
    '    │',
    '    │    *',
    '    │',
    '  0 └──────────────────────────────',
    '         1         20       300',
    '                 users',
  ])
})

test('several series have a legend, and the last one is drawn where two meet', () => {
  const series = [
    { mark: 'o', name: '50%', values: [4, 4, 4] },
    { mark: 'x', name: '99%', values: [4, 8, null] },
  ]
  const [title, highest = '', ...rest] = drawChart({ ...axes, y: { ...y, unit: 'ms' }, series })
  expect(title).toBe('Requests/s: o 50%   x 99%')
  expect(highest).toMatch(/^8 ms │ +x$/)
  expect(rest[3]).toMatch(/^4 ms │ +x +o +o$/)
})

test('a value above 0 is drawn above the axis, and a chart of nothing but 0 is left out', () => {
  const [, ...lines] = drawChart({ ...axes, series: [{ mark: '*', name: 'all', values: [1, 1000, 0.1] }] })
  expect(lines[7]).toMatch(/│ +\* +\*$/)
  expect(drawChart({ ...axes, series: [{ mark: '*', name: 'all', values: [0, null, 0] }] })).toEqual([])
})

test('on a narrow terminal points move together until one space is left between them', () => {
  const widthOf = (columns: number): number =>
    Math.max(...drawChart({ ...axes, series: [{ mark: '*', name: 'all', values: [1, 2, 4] }] }, columns).map((line) => line.length))
  expect([widthOf(34), widthOf(30), widthOf(10)]).toEqual([33, 30, 15])
})
