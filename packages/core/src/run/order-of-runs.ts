/** One run of a test: on which variant, and the number of the run on it. */
export interface PlannedRun<Variant> {
  readonly variant: Variant
  /** 1 for the first. */
  readonly repeat: number
}

/**
 * The order in which a test is run on its variants: A, B, then B, A, then A, B again.
 *
 * So whatever changes by and by, such as the machine getting warm, does not favour the variant that always comes first.
 */
export function orderOfRuns<Variant>(variants: readonly Variant[], repeats: number): readonly PlannedRun<Variant>[] {
  return Array.from({ length: repeats }, (_, index) => index + 1).flatMap((repeat) =>
    (repeat % 2 === 1 ? variants : variants.toReversed()).map((variant) => ({ variant, repeat })),
  )
}
