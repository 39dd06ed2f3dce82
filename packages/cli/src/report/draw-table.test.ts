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
