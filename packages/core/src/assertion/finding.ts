/** What came of an assertion. */
export interface Finding {
  /** `undecided` when the figures do not allow to say: then neither the assertion nor its opposite passes. */
  readonly outcome: 'holds' | 'fails' | 'undecided'
  /** Why it does not pass; `isNegated` when the opposite was asserted. */
  readonly message: (isNegated: boolean) => string
}

/** A finding that nothing can be said. */
export function undecided(message: string): Finding {
  return { outcome: 'undecided', message: () => message }
}
