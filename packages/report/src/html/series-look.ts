/** The look of one series of a plot: its colour on a light and on a dark page, and its dashes for readers who see no colours. */
interface SeriesLook {
  readonly light: string
  readonly dark: string
  /** Lengths of dashes and gaps; empty for a solid line. */
  readonly dashes: readonly number[]
}

// Each colour has a contrast of 4.5 to 1 with the page, and neighbours differ for readers who cannot tell red from green.
const looks: readonly SeriesLook[] = [
  { light: '#0b5cad', dark: '#6cb2ff', dashes: [] },
  { light: '#b35900', dark: '#f5a45d', dashes: [7, 4] },
  { light: '#6f42c1', dark: '#c2a2ff', dashes: [2, 4] },
  { light: '#1a7f37', dark: '#6fdd8b', dashes: [10, 4, 2, 4] },
  { light: '#a3195b', dark: '#ff8fc0', dashes: [14, 5] },
  { light: '#006d77', dark: '#5fd4dd', dashes: [4, 3] },
  { light: '#735c00', dark: '#e0c25a', dashes: [8, 3, 1, 3, 1, 3] },
  { light: '#3d444d', dark: '#c3cad2', dashes: [2, 2, 6, 2] },
]

/** The class of a series by its place in its plot; the ninth series looks like the first. */
export function seriesClass(index: number): string {
  return `s${index % looks.length}`
}

/** The colours of series on a light or a dark page, as declarations of a style sheet. */
export function seriesColours(page: 'light' | 'dark'): string {
  return looks.map((look, index) => `--s${index}: ${look[page]};`).join(' ')
}

/** The rules that give lines, points and areas of series their colours and dashes. */
export const seriesRules: string = looks
  .map(({ dashes }, index) => {
    const dashed = dashes.length === 0 ? '' : ` stroke-dasharray: ${dashes.join(' ')};`
    return `.line.s${index} { stroke: var(--s${index});${dashed} } circle.s${index}, .interval.s${index} { fill: var(--s${index}); }`
  })
  .join('\n')

/** The dashes of series for a script, in their order. */
export const seriesDashes: string = JSON.stringify(looks.map(({ dashes }) => dashes))
