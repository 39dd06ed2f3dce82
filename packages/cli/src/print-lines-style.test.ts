import { expect, test } from 'vitest'
import { colourPalette, plainPalette } from '@benchpress/report/format'
import { captureIo } from '../test/captured-io.ts'
import { choosePalette, chooseStyle } from './print-lines.ts'

const terminal = Object.assign(captureIo().io.stdout, { isTTY: true, columns: 120 })
const pipe = captureIo().io.stdout

test.each([
  ['a terminal', terminal, { env: {} }, colourPalette],
  ['a pipe', pipe, { env: {} }, plainPalette],
  ['a terminal with NO_COLOR', terminal, { env: { NO_COLOR: '1' } }, plainPalette],
  ['a terminal with TERM=dumb', terminal, { env: { TERM: 'dumb' } }, plainPalette],
  ['a pipe with FORCE_COLOR', pipe, { env: { FORCE_COLOR: '1' } }, colourPalette],
  ['a pipe with FORCE_COLOR and NO_COLOR', pipe, { env: { FORCE_COLOR: 'true', NO_COLOR: '1' } }, colourPalette],
  ['a terminal with FORCE_COLOR=0', terminal, { env: { FORCE_COLOR: '0' } }, plainPalette],
  ['a terminal with an empty FORCE_COLOR and NO_COLOR', terminal, { env: { FORCE_COLOR: '', NO_COLOR: '1' } }, plainPalette],
  ['a pipe with FORCE_COLOR and --no-color', pipe, { env: { FORCE_COLOR: '1' }, noColor: true }, plainPalette],
] as const)('the colours of %s', (_case, stream, given, palette) => {
  const { env, noColor }: { env: Record<string, string>; noColor?: boolean } = given
  expect(choosePalette(stream, env, noColor === true)).toBe(palette)
})

test('forced colours give a pipe no width', () => {
  expect(chooseStyle(pipe, { FORCE_COLOR: '1' }, false).columns).toBeUndefined()
  expect(chooseStyle(terminal, {}, false).columns).toBe(120)
})
