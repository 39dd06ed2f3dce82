import { styleText } from 'node:util'

// As a terminal shows them.
const styles = { heading: 'cyan', strong: 'bold', good: 'green', warning: 'yellow', bad: 'red', quiet: 'dim' } as const

/** How parts of a report are coloured; every function returns its text unchanged where there are no colours. */
export type Palette = Readonly<Record<keyof typeof styles, (text: string) => string>>

/** What a report is written for: its colours, and how wide it may be. */
export interface Style extends Palette {
  /** Width of the terminal; without one a table is as wide as its content. */
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
