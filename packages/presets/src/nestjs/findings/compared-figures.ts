import { compareRuns, type RunsComparison } from '@benchpress/core'
import { failuresApart, withDoubt } from '@benchpress/core/report'
import { spreadOf, spreadOfSide, type Spread } from '@benchpress/report'
import type { MeasuredRun } from './measured-run.ts'
import type { NestjsFigure } from './nestjs-figures.ts'

/** A figure of one test on all variants, with the comparison of the first two; `null` for a single variant, and where no direction is better. */
export interface ComparedFigure {
  readonly name: string
  readonly label: string
  readonly unit: NestjsFigure['unit']
  /** One value for each run that has one, by variant. */
  readonly values: readonly (readonly number[])[]
  /** The values of each variant from the lowest to the highest, and their middle, which the change is of; `null` where a variant has no value. */
  readonly spreads: readonly (Pick<Spread, 'mean' | 'min' | 'max'> | null)[]
  /** Change from the first variant to the second, such as 0.79 for 79 % more; `null` where it is unknown. */
  readonly change: number | null
  /** Name of the better variant; `null` where the runs do not decide it, or no direction is better. */
  readonly better: string | null
  readonly compared: RunsComparison | null
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

// The least samples of a mean, in each run.
const leastSamples = 100

// One failed user in a hundred matters.
const marginOfShares = 0.01

/**
 * Compares one figure of the first two variants; a single variant has only its values.
 *
 * @param figures the number of figures that all tests are compared by
 */
export function compareFigure(figure: NestjsFigure, variants: readonly VariantRuns[], figures: number): ComparedFigure {
  const { name, label, unit, good, read } = figure
  const values = variants.map(({ runs }) => runs.filter(({ notRun }) => notRun === null).flatMap((run) => read(run) ?? []))
  const [baseline, other] = values
  const shown = { name, label, unit, values }
  if (baseline === undefined || other === undefined)
    return { ...shown, spreads: values.map(spreadOf), change: null, better: null, compared: null }
  const margin = unit === 'share' ? { margin: marginOfShares } : {}
  const compared = withDoubt(compareRuns(baseline, other, { better: good ?? 'high', figures, ...margin }), findDoubt(figure, variants))
  const change = compared.ratio === null ? null : compared.ratio - 1
  const { base, head } = compared.sides
  const told = { ...shown, spreads: [spreadOfSide(base), spreadOfSide(head)], change }
  if (good === null) return { ...told, better: null, compared: null }
  const better = compared.answer === 'better' ? variants[1] : compared.answer === 'worse' ? variants[0] : undefined
  return { ...told, better: better?.variant ?? null, compared }
}

/** Why a difference decides nothing, however large it is; `null` where it decides. */
function findDoubt({ samples, read, unit }: NestjsFigure, variants: readonly VariantRuns[]): string | null {
  const isFew = (run: MeasuredRun): boolean => samples !== undefined && run.notRun === null && samples(run) < leastSamples
  if (variants.some(({ runs }) => runs.some(isFew))) return `fewer than ${leastSamples} samples cannot be told from the noise`
  const [doubt] = variants.flatMap(({ variant, runs }) =>
    runs.flatMap((run) => (run.doubt === null ? [] : [`a run of ${variant} ${run.doubt}`])),
  )
  if (doubt !== undefined) return doubt
  // Runs with a known value are not all of the runs.
  const unknown = variants.find(({ runs }) => runs.some((run) => run.notRun === null && read(run) === null))
  if (unknown !== undefined) return `a run of ${unknown.variant} cannot tell it`
  const apart = unit === 'share' ? null : whyApart(variants)
  return apart === null ? null : `the test ${apart}`
}

function whyApart([baseline, other]: readonly VariantRuns[]): string | null {
  if (baseline === undefined || other === undefined) return null
  const [base, head] = [baseline, other].map(({ runs }) =>
    runs.filter(({ notRun }) => notRun === null).map((run) => ({ share: run.failedShare })),
  )
  return failuresApart(base ?? [], head ?? [], { base: `on ${baseline.variant}`, head: `on ${other.variant}` })
}
