import { colourPalette, plainPalette, type Palette, type Style } from '@benchpress/report/format'
import type { CommandIo, Output } from './command-io.ts'
import { columnsOf } from './print-lines.ts'

/**
 * Chooses the palette for a stream: colours on a terminal, unless `--no-color`, `NO_COLOR` or `TERM=dumb` forbid them; with `FORCE_COLOR` everywhere.
 *
 * As in Node.js, `FORCE_COLOR` comes before the other variables, and `FORCE_COLOR=0` switches colours off.
 */
export function choosePalette(stream: Output, env: CommandIo['env'], noColor: boolean): Palette {
  const forced = env['FORCE_COLOR'] ?? ''
  const isForbidden = (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb'
  const isColoured = forced === '' ? !isForbidden && stream.isTTY === true : !['0', 'false'].includes(forced)
  return isColoured && !noColor ? colourPalette : plainPalette
}

/** Chooses how a report is written to a stream: a pipe and a file have no width, and a terminal that does not report its width has 80 columns. */
export function chooseStyle(stream: Output, env: CommandIo['env'], noColor: boolean): Style {
  const palette = choosePalette(stream, env, noColor)
  const columns = columnsOf(stream)
  return columns === undefined ? palette : { ...palette, columns }
}
