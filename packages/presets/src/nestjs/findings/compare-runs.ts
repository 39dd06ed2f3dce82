import { compareSides } from '@benchpress/core'
import { floorOfOneRun } from '@benchpress/core/report'
import type { MeasuredRun } from './measured-run.ts'
import type { NestjsFigure } from './nestjs-figures.ts'

/** A figure of one test on all variants, and which of two is better in it. */
export interface ComparedFigure {
  readonly name: string
  readonly label: string
  readonly unit: NestjsFigure['unit']
  /** One value for each run that has one, by variant. */
  readonly values: readonly (readonly number[])[]
  /** From the mean of the first variant to that of the second: 0.79 for 79 % more; `null` where it cannot be told. */
  readonly change: number | null
  /** Name of the better variant; `null` where it cannot be told from the noise, or there is nothing to be better in. */
  readonly better: string | null
  /** Why no variant is called better; `null` where one is, or there is nothing to compare. */
  readonly because: string | null
}

/** Says why no side is better, as a sentence goes on: core's words, with how much one run of each can show. */
export function sayWhy(because: string): string {
  const runs = /^not comparable: (.+)$/.exec(because)?.[1]
  return runs === undefined ? because : `with ${runs}, less than ${floorOfOneRun * 100} % cannot be told from the noise`
}

/** The runs of one variant. */
export interface VariantRuns {
  readonly variant: string
  readonly runs: readonly MeasuredRun[]
}

/** Groups runs by their variants, the baseline first. */
export function byVariant(runs: readonly MeasuredRun[]): readonly VariantRuns[] {
  return [...Map.groupBy(runs, ({ variant }) => variant)].map(([variant, own]) => ({ variant, runs: own }))
}

// Of a mean, in each run.
const leastSamples = 100

/** Compares one figure of the first two variants; with one there is nothing to compare, and its values are shown. */
export function compareFigure(figure: NestjsFigure, variants: readonly VariantRuns[]): ComparedFigure {
  const { name, label, unit, good, read } = figure
  const values = variants.map(({ runs }) => runs.filter(({ notRun }) => notRun === null).flatMap((run) => read(run) ?? []))
  const [baseline, other] = values
  const shown = { name, label, unit, values }
  if (baseline === undefined || other === undefined) return { ...shown, change: null, better: null, because: null }
  const { change, better, because } = compareSides(baseline, other, good ?? 'high')
  if (good === null) return { ...shown, change, better: null, because: null }
  if (better === null) return { ...shown, change, better, because }
  const doubt = findDoubt(figure, variants)
  if (doubt !== null) return { ...shown, change, better: null, because: doubt }
  return { ...shown, change, better: variants[better === 'baseline' ? 0 : 1]?.variant ?? null, because }
}

/** Why a difference decides nothing, however large it is; `null` where it does. */
function findDoubt({ samples }: NestjsFigure, variants: readonly VariantRuns[]): string | null {
  const isFew = (run: MeasuredRun): boolean => samples !== undefined && run.notRun === null && samples(run) < leastSamples
  if (variants.some(({ runs }) => runs.some(isFew))) return `fewer than ${leastSamples} samples cannot be told from the noise`
  const doubtful = variants.find(({ runs }) => runs.some(({ isDoubtful }) => isDoubtful))
  return doubtful === undefined ? null : `a run of ${doubtful.variant} is invalid or ended early`
}
