import type { ReportTable } from '@benchpress/core/report'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { textWidth } from '../format/texts.ts'
import { drawTable, fitTable } from './draw-table.ts'
import { plainPalette } from './palette.ts'

const endpoints: ReportTable = {
  head: ['Endpoint', 'Requests', 'Failed', '50%', '99%', 'Max'],
  apart: ['50%', '99%', 'Max'],
  rows: [
    ['POST /api/auctions/{id}/bid', '1,053,088', '12,345 (1.17 %)', '842 µs', 'n/a (n=312)', '1.24 s'],
    ['  2xx', '1,040,743', '', '840 µs', '9.1 ms', '980 ms'],
  ],
}

function draw(content: ReportTable, columns?: number): string {
  return drawTable(content, columns === undefined ? plainPalette : { ...plainPalette, columns })
}

describe('a table on a terminal', () => {
  test('a table is left as it is where there is room for it, as in a file', () => {
    const whole = draw(endpoints)
    const width = whole.indexOf('\n')
    expect(draw(endpoints, width)).toBe(whole)
    expect(draw(endpoints, width - 1)).not.toBe(whole)
  })

  test('folds its cells first, those of the widest column before the others', () => {
    expect(draw(endpoints, 90).split('\n').slice(3, 5)).toEqual([
      '│ POST                   │ 1,053,088 │ 12,345 (1.17 %) │ 842 µs │ n/a (n=312) │ 1.24 s │',
      '│ /api/auctions/{id}/bid │           │                 │        │             │        │',
    ])
    expect(draw(endpoints, 77).split('\n')[4]).toBe('│ /api/auctions/{id}/ │           │ (1.17 %) │        │ (n=312) │        │')
  })

  test('is two tables where there is no room for its columns beside each other', () => {
    const [first = '', second = '', ...others] = draw(endpoints, 60).split(/(?<=┘)\n/)
    expect(first).toMatch(/│ Endpoint +│ Requests +│ Failed +│\n/)
    expect(second).toMatch(/│ Endpoint +│ 50% +│ 99% +│ Max +│\n/)
    expect(others).toEqual([])
  })

  test('moves its last columns where none are marked as apart, and repeats the names of rows', () => {
    const content = {
      head: ['users', 'Run', 'Req/Sec', 'Average', 'Verdict'],
      names: 2,
      rows: [['10', '1', '1,000,000', '120 ms', 'suspect']],
    }
    expect(fitTable(content, 40).map(({ head }) => head)).toEqual([
      ['users', 'Run', 'Req/Sec', 'Average'],
      ['users', 'Run', 'Verdict'],
    ])
  })

  test('has a row in the second table only where the row has a cell in its columns', () => {
    const content = {
      head: ['Figure', 'Measured', 'Documented'],
      rows: [
        ['Requests', '1,053,088', '1,060,336'],
        ['Deposits', '12', ''],
      ],
    }
    expect(fitTable(content, 30).map(({ rows }) => rows.map(([name]) => name))).toEqual([['Requests', 'Deposits'], ['Requests']])
  })

  test('a table is not continued in a second one without any cell', () => {
    const content = { head: ['Figure', 'Measured', 'Documented'], rows: [['Deposits', '12', '']] }
    expect(fitTable(content, 30).map(({ head }) => head)).toEqual([['Figure', 'Measured']])
  })

  test('moves columns rather than break names into many lines', () => {
    const names = { head: ['Level, endpoint', 'Req/Sec', 'Avg', 'Max'], apart: ['Avg', 'Max'] }
    const [first, second] = fitTable({ ...names, rows: [['Light Load, Math Multiply', '1,053,088', '842 µs', '1.24 s']] }, 42)
    expect(first?.rows).toEqual([['Light Load, Math Multiply', '1,053,088']])
    expect(second?.rows).toEqual([['Light Load, Math\nMultiply', '842 µs', '1.24 s']])
  })

  test('keeps names distinct that begin alike, and keeps indents', () => {
    const rows = ['alpha', 'omega'].map((end) => [`  ${'a-long-name-of-a-function/'.repeat(2)}${end}`, '1'])
    const text = draw({ head: ['Function', 'Count'], rows }, 40)
    expect(text).toMatch(/│ {3}alpha +│/)
    expect(text).toMatch(/│ {3}omega +│/)
    expect(widest(text)).toBeLessThanOrEqual(40)
  })

  test('counts characters as wide as they are drawn', () => {
    const text = draw({ head: ['Journey', 'Count'], rows: [['購入する'.repeat(12), '1']] }, 60)
    expect(widest(text)).toBeLessThanOrEqual(60)
  })

  test('a table is never wider than the terminal, with each row complete and no figure cut', () => {
    const figure = fc.constantFrom('1,053,088', '842 µs', 'n/a (n=312)', '12,345 (1.17 %)', '10.9 ms (9.1 ms to 12 ms)', '+86 %')
    const name = fc.stringMatching(/^ {0,2}[a-z/{}-]{1,50}( [a-z/]{1,30})?$/)
    const rows = fc.integer({ min: 1, max: 9 }).chain((count) =>
      fc.array(
        fc.tuple(name, fc.array(figure, { minLength: count, maxLength: count })).map(([first, cells]) => [first, ...cells]),
        { minLength: 1, maxLength: 4 },
      ),
    )
    fc.assert(
      fc.property(rows, fc.integer({ min: 50, max: 200 }), (cells, columns) => {
        const head = (cells[0] ?? []).map((_cell, column) => (column === 0 ? 'Endpoint' : `Figure ${column}`))
        const tables = fitTable({ head, rows: cells }, columns)
        expect(widest(draw({ head, rows: cells }, columns))).toBeLessThanOrEqual(columns)
        const shown = cells.map((_row, row) => [tables[0]?.rows[row]?.[0], ...tables.flatMap((table) => table.rows[row]?.slice(1) ?? [])])
        // A name may be broken within a word, a figure only before a bracket or "to".
        expect(shown.map(([first = '', ...own]) => [withoutSpace(first), ...own.map((cell) => cell?.replaceAll('\n', ' '))])).toEqual(
          cells.map(([first = '', ...own]) => [withoutSpace(first), ...own]),
        )
        for (const cell of shown.flatMap(([, ...own]) => own)) expect(cell).not.toMatch(/\n(?!\(|to |of )/)
      }),
    )
  })
})

function widest(text: string): number {
  return Math.max(...text.split('\n').map(textWidth))
}

function withoutSpace(text: string): string {
  return text.replaceAll(/\s/g, '')
}
