type Path = readonly (string | number)[]

const afterByDefault = 5e6

/** One condition on one metric, as it was written. */
export interface ThresholdCondition {
  readonly selector: string
  readonly condition: string
  readonly abortOnFail: boolean
  readonly after: number
  readonly path: Path
}

/** The conditions among what was given as the thresholds of a test, by metric; what is none is left out. */
export function conditionsIn(thresholds: Readonly<Record<string, unknown>>): readonly ThresholdCondition[] {
  return Object.entries(thresholds).flatMap(([selector, given]) => {
    const items: readonly { readonly item: unknown; readonly path: Path }[] = Array.isArray(given)
      ? given.map((item: unknown, index) => ({ item, path: [selector, index] }))
      : [{ item: given, path: [selector] }]
    return items.flatMap(({ item, path }) => readCondition(item).map((read) => ({ ...read, selector, path: [...path, ...read.path] })))
  })
}

function readCondition(item: unknown): readonly Omit<ThresholdCondition, 'selector'>[] {
  if (typeof item === 'string') return [{ condition: item, abortOnFail: false, after: afterByDefault, path: [] }]
  const { threshold, abortOnFail, after }: Readonly<Record<string, unknown>> = typeof item === 'object' && item !== null ? { ...item } : {}
  if (typeof threshold !== 'string') return []
  return [
    {
      condition: threshold,
      abortOnFail: abortOnFail === true,
      after: typeof after === 'number' ? after : afterByDefault,
      path: ['threshold'],
    },
  ]
}
