import { colourPalette, type Palette, plainPalette, type Style, wrapLine } from '@benchpress/report/format'
import { printable } from '@benchpress/report/texts'
import type { Output, CommandIo } from './command-io.ts'

/** Writes lines of plain text to a stream; on a terminal they are broken between words. */
export function printLines(stream: Output, lines: readonly string[]): void {
  stream.write(lines.map((line) => `${wrapText(line, stream)}\n`).join(''))
}

/** Writes errors and notes as lines that begin with the name of the command, without control characters. */
export function printFaults(stream: Output, faults: readonly string[]): void {
  printLines(
    stream,
    faults.map((fault) => `benchpress: ${printable(fault)}`),
  )
}

/** Breaks a line of plain text between words where a terminal is narrower; what follows the first line is indented. */
export function wrapText(line: string, stream: Output): string {
  return wrapLine([{ text: line, paint: (text) => text }], columnsOf(stream)).join('\n')
}

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

/** The columns of a terminal, or 80 where it does not report them; a pipe and a file have no width. */
function columnsOf({ isTTY, columns = 0 }: Output): number | undefined {
  if (isTTY !== true) return undefined
  return columns > 0 ? columns : 80
}
