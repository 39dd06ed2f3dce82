import { styleText } from 'node:util'

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

/** The palette of a terminal. */
export const colourPalette: Palette = {
  heading: (text) => paint('cyan', text),
  strong: (text) => paint('bold', text),
  good: (text) => paint('green', text),
  warning: (text) => paint('yellow', text),
  bad: (text) => paint('red', text),
  quiet: (text) => paint('dim', text),
}

function paint(style: Parameters<typeof styleText>[0], text: string): string {
  return styleText(style, text, { validateStream: false })
}
