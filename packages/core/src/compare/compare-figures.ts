import { compareRuns, settingsOf, type RunsComparison } from './compare-runs.ts'
import { withDoubt } from './doubtful-run.ts'
import { doubtOfFailures, findDifferingParts, type DifferingPart, type SideTexts } from './failure-shares.ts'
import { pairFigures, withoutOnlyEndpoints, type FigureOfSides } from './figures.ts'
import { nameOfTest, type MeasuredTest } from './side.ts'

/** One figure of two sides, with its value in each run, compared. */
export interface FigureComparison extends RunsComparison, FigureOfSides {}

/** How figures of two sides are compared. */
interface FigureSettings {
  /** Why no figure of a test decides anything, by the name of the test. */
  readonly doubts: ReadonlyMap<string, string>
  /** The sides as the end of a text, such as `on the base`; `null` where they may fail different shares of their requests. */
  readonly texts: SideTexts | null
  readonly margin?: number | undefined
  readonly paired?: boolean
  /** The number of figures that are compared together. Default: those that can differ by chance. */
  readonly count?: number
}

/** Puts the figures of the tests of two sides beside each other, without those that no run has a reliable value of. */
export function pairTests(base: readonly MeasuredTest[], head: readonly MeasuredTest[]): readonly FigureOfSides[] {
  const [ofBase, ofHead] = [base, head].map((side) => side.flatMap(({ figures }) => figures))
  const paired = pairFigures(ofBase ?? [], ofHead ?? [])
  return withoutOnlyEndpoints(paired.filter((figure) => [...figure.base, ...figure.head].some((value) => value !== null)))
}

/**
 * Compares figures of two sides by their runs, with intervals that are corrected for the number of figures. Pure.
 *
 * @returns the figures, and the parts of tests whose sides fail different shares of their requests, so that their times decide nothing
 */
export function compareFigures(
  all: readonly FigureOfSides[],
  { doubts, texts, margin, paired = false, count }: FigureSettings,
): { readonly figures: readonly FigureComparison[]; readonly apart: readonly DifferingPart[] } {
  const apart = texts === null ? [] : findDifferingParts(all, texts)
  const figures = count ?? Math.max(1, all.filter(isTested).length)
  const compared = all.map((figure): FigureComparison => {
    const doubt = doubts.get(nameOfTest(figure.part)) ?? doubtOfFailures(figure, apart) ?? null
    return { ...figure, ...compareOne(figure, doubt, { figures, margin, paired }) }
  })
  return { figures: compared, apart }
}

/** Whether a figure can differ by chance: two sides without any failure are the same. */
export function isTested({ base, head }: Pick<FigureOfSides, 'base' | 'head'>): boolean {
  return [...base, ...head].some((value) => value !== 0)
}

/** Compares one figure, of which a side may lack a value; `doubt` is why no side can be better. */
function compareOne(
  { part, unit, better, ...sides }: FigureOfSides,
  doubt: string | null,
  { figures, margin, ...settings }: { readonly figures: number; readonly margin: number | undefined; readonly paired: boolean },
): RunsComparison {
  const [base, head] = [sides.base, sides.head].map((side) => side.filter((value) => value !== null)) as [number[], number[]]
  const paired = settings.paired && base.length === head.length
  const compared = withDoubt(compareRuns(base, head, { better, figures, paired, ...settingsOf(unit, margin) }), doubt)
  const runs = Math.min(sides.base.length, sides.head.length)
  const unknown = [...sides.base.slice(-runs), ...sides.head.slice(-runs)].filter((value) => value === null).length
  if (unknown === 0) return compared
  const because =
    part.kind === 'search'
      ? `${unknown === 1 ? 'a search' : `${unknown} searches`} found no rate that holds`
      : `${unknown === 1 ? 'a run has' : `${unknown} runs have`} too few samples, or requests that were cut off`
  return { ...compared, answer: 'inconclusive', because, runsNeeded: null }
}
