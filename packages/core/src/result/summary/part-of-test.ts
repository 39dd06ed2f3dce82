import type { MetricSummary } from './metric-summary.ts'
import type { ScenarioSummary, SeriesSummary } from './summary.ts'

/** Where figures come from. */
export interface Origin<Test> {
  readonly test: Test
  readonly kind: 'scenario' | 'endpoint' | 'metric'
  /** Such as `POST /bid`, with its scenario where there are several. */
  readonly name: string
}

/**
 * Figures of a part of a test that know which test they are of, so that whoever asserts something of them can say how far they can be believed.
 *
 * `origin` is hidden: the figures are printed, compared and written to files as if it was not there.
 */
export type PartOfTest<Test, Figures> = Figures & { readonly origin: Origin<Test> }

/** One scenario of a test. */
export type ScenarioOf<Test> = PartOfTest<Test, ScenarioSummary>
/** One endpoint of a test. */
export type EndpointOf<Test> = PartOfTest<Test, SeriesSummary>
/** One metric of a test, or one series of it. */
export type MetricOf<Test> = PartOfTest<Test, MetricSummary>

/** Gives figures the test they are of. */
export function partOfTest<Test, Figures extends object>(figures: Figures, origin: Origin<Test>): PartOfTest<Test, Figures> {
  return Object.defineProperty({ ...figures }, 'origin', { value: origin }) as PartOfTest<Test, Figures>
}
