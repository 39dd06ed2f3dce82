import type { DocumentPart, DocumentSection } from '../render/report-document.ts'
import { expect, test } from 'vitest'
import { figureNotes } from './figure-notes.ts'

const few = { figure: '42 ms', value: 42, caveat: 'few' } as const
const bound = { figure: '4.02 s', value: 4020, caveat: 'lower-bound' } as const
const sure = { figure: '42 ms', value: 42, interval: '38 ms to 51 ms' } as const

function notesOf(parts: readonly DocumentPart[], on?: 'terminal' | 'page'): readonly unknown[] {
  const section: DocumentSection = { title: '~ >= (1 ms to 2 ms)', ...(on !== undefined && { on }), parts }
  const { parts: notes } = figureNotes('page', [section])
  return notes.flatMap((part) => ('lines' in part ? part.lines : []))
}

test('the marks of figures in tables and lines are explained', () => {
  const table = { head: ['Time', 'p99'], rows: [['Response time', few]] }
  expect(notesOf([table])).toEqual([expect.stringMatching(/^~ Imprecise: /)])
  expect(notesOf([{ lines: [['handshakes: p50 ', bound]] }])).toEqual([expect.stringMatching(/^>= A lower bound: /)])
  expect(notesOf([table, { lines: [['p99 ', sure]] }])).toEqual([
    expect.stringMatching(/^~ Imprecise: /),
    expect.stringMatching(/^In brackets: /),
  ])
})

test('texts that look like marks are not explained, nor are marks that only the other medium shows', () => {
  const rows = [['GET /~ann', '>= 99 %', '42 ms (38 ms to 51 ms)', { condition: 'p99 >= 4 s', holds: 'no' }]] as const
  expect(notesOf([{ head: ['~'], rows }, { lines: ['>= 4 s', ['~ ', { text: '>= 4 s', mark: 'bad' }]] }, ['~42 ms']])).toEqual([])
  expect(notesOf([{ head: ['Time'], rows: [[few]] }], 'terminal')).toEqual([])
})
