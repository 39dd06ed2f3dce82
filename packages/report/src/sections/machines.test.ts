import type { MachineSummary } from '@benchpress/core'
import { expect, test } from 'vitest'
import { markdownReport, textReport } from '../../test/render.ts'
import { suiteResult, testResult } from '../../test/suite-fixture.ts'
import { drawCell } from '../format/cell.ts'
import { document } from './document.ts'
import { machinesSections } from './machines.ts'
import { plainPalette } from '../render/palette.ts'

const north: MachineSummary = {
  name: 'north',
  benchpress: '1.2.3',
  node: 'v26.0.0',
  os: 'Linux 6.1',
  arch: 'x64',
  cpu: { model: 'Xeon', count: 8, usable: 4 },
  memory: 16e9,
  boot: null,
  workers: [0, 2],
  share: 0.5,
  address: '10.0.0.1:80',
  hasTarget: false,
  clock: { offset: 12, rtt: 0.4, startError: 0.2, error: 0.25, drift: -0.5 },
  start: { first: 0.125, last: 2.5 },
  lost: null,
  verdict: [],
  generatorCpu: 1.25,
  rss: 90e6,
  hostCpu: 1.5,
  hostInterruptCpu: 0.1,
  resources: [],
}
const lost: MachineSummary = {
  ...north,
  name: 'south<b>\u001B[31m',
  workers: [1],
  share: null,
  address: null,
  start: null,
  lost: { at: 3.2, knownUntil: 2, reason: 'silent for 5 s' },
  verdict: ['lost', 'saturated'],
  generatorCpu: null,
  rss: null,
  hostCpu: null,
}
const suite = suiteResult([testResult({ machines: [north, lost], startSpread: 2.4 })])

test('each machine has its load, its CPU, its start, its clock and its loss', () => {
  const [section, ...others] = machinesSections(suite)
  expect(others).toEqual([])
  const tables = section?.parts.flatMap((part) => ('rows' in part ? [part.rows.map((row) => row.map(drawCell))] : []))
  expect(tables).toEqual([
    [
      ['north', '2', '50 %', '1.25', '1.5 of 4', '90 MB'],
      ['south<b>\\x1b[31m', '1', 'n/a', 'n/a', 'n/a', 'n/a'],
    ],
    [
      ['north', 'ok', '+125 µs', '+2.5 ms', '+12 ms', '400 µs', '±250 µs', '-500 µs', ''],
      [
        'south<b>\\x1b[31m',
        'lost, saturated',
        'n/a',
        'n/a',
        '+12 ms',
        '400 µs',
        '±250 µs',
        '-500 µs',
        'at 3.2 s, known until 2 s: silent for 5 s',
      ],
    ],
  ])
})

test('text, Markdown and HTML name the machines, and escape the texts that these send', () => {
  expect(textReport(suite, {}, plainPalette)).toContain(
    'north: 8 x Xeon, 16 GB, Linux 6.1 x64, benchpress 1.2.3, Node.js v26.0.0, target at 10.0.0.1:80',
  )
  expect(markdownReport(suite, {})).toMatch(/\| north +\| 2 /)
  expect(JSON.stringify(document(suite))).not.toContain('\\u001b')
  expect(machinesSections(suiteResult([testResult()]))).toEqual([])
})
