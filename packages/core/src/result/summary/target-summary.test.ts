import { expect, test } from 'vitest'
import type { AbsenceSnapshot } from '../../measure/recorder/absence-recorder.ts'
import { summarizeAbsences } from './target-summary.ts'

const runStart = 10e6

function seen(from: number, to: number, broken = 1, refused = 2): AbsenceSnapshot {
  return { from: runStart + from * 1e6, to: runStart + to * 1e6, broken, refused }
}

function summarize(absences: readonly AbsenceSnapshot[], observers: number, heard: readonly number[] = []): readonly unknown[] {
  return summarizeAbsences({ absences, observers, observedSeconds: heard.map((second) => runStart + second * 1e6) }, runStart)
}

test('an absence that all scenarios and threads saw is one, from the first that saw it until the first that was served', () => {
  expect(summarize([seen(3.2, 4.6, 10, 5), seen(3.1, 4.5, 20, 7)], 2)).toEqual([{ from: 3.1, to: 4.5, broken: 30, refused: 12 }])
  expect(summarize([seen(3, Infinity)], 1)).toEqual([{ from: 3, to: null, broken: 1, refused: 2 }])
})

test('an absence that only one of several saw counts only where nobody was served for a whole second', () => {
  expect(summarize([seen(3.1, 4.5)], 2)).toEqual([])
  expect(summarize([seen(3.1, 5.5)], 2, [1, 2, 3, 5, 6])).toHaveLength(1)
  expect(summarize([seen(3.1, 5.5)], 2, [1, 2, 3, 4, 5, 6])).toEqual([])
})

test('connections that broke together, of which none was refused, are no absence', () => {
  expect(summarize([seen(3, 4, 2, 0), seen(3.1, 4.1, 2, 0)], 2)).toEqual([])
  expect(summarize([seen(3, 4, 2, 0), seen(3.1, 4.1, 2, 1)], 2)).toEqual([{ from: 3, to: 4, broken: 4, refused: 1 }])
})

test('absences that lie apart are several, and one in the warm-up is none of the run phase', () => {
  expect(summarize([seen(8, 9), seen(3, 4), seen(-2, -1), seen(-0.5, 0.5)], 1)).toMatchObject([{ from: -0.5 }, { from: 3 }, { from: 8 }])
})
