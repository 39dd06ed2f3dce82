import { styleText } from 'node:util'

// As a terminal shows them.
const styles = { heading: 'cyan', strong: 'bold', good: 'green', warning: 'yellow', bad: 'red', quiet: 'dim' } as const

/** The colours of the parts of a report; every function returns its text unchanged where there are no colours. */
export type Palette = Readonly<Record<keyof typeof styles, (text: string) => string>>

/** The medium that a report is written for: its colours and its width. */
export interface Style extends Palette {
  /** Width of the terminal; without a width, a table is as wide as its content. */
  readonly columns?: number
}

/** The palette without colours, for files and pipes. */
export const plainPalette: Palette = paletteOf((text) => text)

/** The palette of a terminal. */
export const colourPalette: Palette = paletteOf((text, style) => styleText(style, text, { validateStream: false }))

function paletteOf(paint: (text: string, style: (typeof styles)[keyof Palette]) => string): Palette {
  const painters = Object.entries(styles).map(([part, style]) => [part, (text: string): string => paint(text, style)])
  return Object.fromEntries(painters) as Palette
}
