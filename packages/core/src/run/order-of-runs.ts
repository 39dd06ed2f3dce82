/** One run of a test, with its variant and the number of the run on this variant. */
export interface PlannedRun<Variant> {
  readonly variant: Variant
  /** Number of the run, 1 for the first. */
  readonly repeat: number
}

/**
 * The order in which a test is run on its variants: A, B, then B, A, then A, B again.
 *
 * So gradual changes, such as the machine getting warm, do not favour the variant that always comes first.
 */
export function orderOfRuns<Variant>(variants: readonly Variant[], repeats: number): readonly PlannedRun<Variant>[] {
  return Array.from({ length: repeats }, (_, index) => index + 1).flatMap((repeat) =>
    (repeat % 2 === 1 ? variants : variants.toReversed()).map((variant) => ({ variant, repeat })),
  )
}
