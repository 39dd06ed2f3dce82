/** What came of an assertion. */
export interface Finding {
  /** `undecided` when the figures do not allow to say: then neither the assertion nor its opposite passes. */
  readonly outcome: 'holds' | 'fails' | 'undecided'
  /** Why it does not pass; `isNegated` when the opposite was asserted. */
  readonly message: (isNegated: boolean) => string
}

/** The finding that all of several hold: the first that does not, and before it the first that fails. */
export function together(all: readonly [Finding, ...Finding[]]): Finding {
  const [first] = all
  return all.find(({ outcome }) => outcome === 'fails') ?? all.find(({ outcome }) => outcome === 'undecided') ?? first
}

/** A finding that nothing can be said. */
export function undecided(message: string): Finding {
  return { outcome: 'undecided', message: () => message }
}
