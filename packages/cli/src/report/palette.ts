import { styleText } from 'node:util'
import type { CommandIo, Output } from '../command-io.ts'

/** How parts of a report are coloured; every function returns its text unchanged where there are no colours. */
export interface Palette {
  readonly heading: (text: string) => string
  readonly strong: (text: string) => string
  readonly good: (text: string) => string
  readonly warning: (text: string) => string
  readonly bad: (text: string) => string
  readonly quiet: (text: string) => string
}

/** What a report is written for: its colours, and how wide it may be. */
export interface Style extends Palette {
  /** Width of the terminal; without one a table is as wide as its content. */
  readonly columns?: number
}

/** The palette without colours, for files and pipes. */
export const plainPalette: Palette = {
  heading: (text) => text,
  strong: (text) => text,
  good: (text) => text,
  warning: (text) => text,
  bad: (text) => text,
  quiet: (text) => text,
}

const colourPalette: Palette = {
  heading: (text) => paint('cyan', text),
  strong: (text) => paint('bold', text),
  good: (text) => paint('green', text),
  warning: (text) => paint('yellow', text),
  bad: (text) => paint('red', text),
  quiet: (text) => paint('dim', text),
}

/** Chooses the palette for a stream: colours on a terminal, unless `--no-color`, `NO_COLOR` or `TERM=dumb` forbid them. */
export function choosePalette(stream: Output, env: CommandIo['env'], noColor: boolean): Palette {
  const isForbidden = noColor || (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb'
  return !isForbidden && stream.isTTY === true ? colourPalette : plainPalette
}

/** Chooses how a report is written to a stream: a pipe and a file have no width, and a terminal that does not tell its own has 80 columns. */
export function chooseStyle(stream: Output, env: CommandIo['env'], noColor: boolean): Style {
  const palette = choosePalette(stream, env, noColor)
  if (stream.isTTY !== true) return palette
  const { columns = 0 } = stream
  return { ...palette, columns: columns > 0 ? columns : 80 }
}

function paint(style: Parameters<typeof styleText>[0], text: string): string {
  return styleText(style, text, { validateStream: false })
}
