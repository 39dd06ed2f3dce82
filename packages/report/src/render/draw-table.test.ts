import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { drawTable } from './draw-table.ts'
import { plainPalette } from './palette.ts'

test('writes a long text on several lines, indented as the first, so that the table fits into a terminal', () => {
  const reason = '  error in place of events: 400 param "client_id" must be a valid public address: it must be 64 characters long'
  const lines = drawTable({ head: ['Counter', 'Count'], rows: [[reason, '120']] }, plainPalette).split('\n')
  expect(lines.slice(3, -1)).toEqual([
    '│   error in place of events: 400 param "client_id" must be a │ 120   │',
    '│   valid public address: it must be 64 characters long       │       │',
  ])
})

test('breaks no word', () => {
  const url = `http://localhost/${'x'.repeat(80)}`
  expect(drawTable({ head: ['Endpoint'], rows: [[url]] }, plainPalette)).toContain(`│ ${url} │`)
})

test('colours names line by line, and is as wide as without colours', () => {
  const style = { ...plainPalette, strong: (text: string) => `\u001B[1m${text}\u001B[22m`, columns: 32 }
  const content = { head: ['Name of it', 'Count'], rows: [['GET /the/first/of/all/auctions', '12']] }
  const painted = drawTable(content, style)
  expect(painted.split('\n').slice(3, 5)).toEqual([
    '│ \u001B[1mGET\u001B[22m                │ 12    │',
    '│ \u001B[1m/the/first/of/all/\u001B[22m │       │',
  ])
  expect(stripVTControlCharacters(painted)).toBe(drawTable(content, { ...plainPalette, columns: 32 }))
})

test('draws a text of 20,000 characters, on hundreds of lines', () => {
  const lines = drawTable({ head: ['Endpoint', 'Count'], rows: [['x'.repeat(20_000), '1']] }, { ...plainPalette, columns: 60 }).split('\n')
  expect(lines.slice(3, -1).reduce((count, line) => count + line.split('x').length - 1, 0)).toBe(20_000)
})

test('leaves out the lines between the rows of a dense table, except around a row whose cells take several lines', () => {
  const linesOf = (name: string, figure: string): readonly string[] => {
    const rows = [
      ['a', '1'],
      ['b', '2'],
      [name, figure],
      ['c', '4'],
    ]
    const drawn = drawTable({ head: ['Name', 'Count'], rows, isDense: true }, { ...plainPalette, columns: 32 })
    return drawn.split('\n').map((line) => line.slice(0, 6))
  }
  const before = ['┌─────', '│ Name', '├─────', '│ a   ', '│ b   ']
  expect(linesOf('a name of some more words than fit there', '3')).toEqual([...before, '│ a na', '│ word', '│ c   ', '└─────'])
  expect(linesOf('name', '33.33 ms (31 ms to 34 ms)')).toEqual([...before, '├─────', '│ name', '│     ', '├─────', '│ c   ', '└─────'])
})
