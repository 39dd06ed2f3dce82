/** What the flags of every preset give, as far as a preset may look at it; what is not given is `undefined`. */
export interface PresetSettings {
  /** One URL, or several with commas. */
  readonly url?: string | undefined
  readonly connections?: number | undefined
  readonly users?: number | undefined
  /** A rate, such as `500/s`. */
  readonly rate?: string | undefined
  readonly maxUsers?: number | undefined
  readonly arrivals?: 'uniform' | 'poisson' | undefined
  readonly pipelining?: number | undefined
  readonly refill?: 'each' | 'batch' | undefined
  /** A time, such as `30s`. */
  readonly duration?: string | undefined
  readonly requests?: number | undefined
  readonly warmup?: string | undefined
  readonly workers?: number | 'auto' | undefined
  readonly timeout?: string | undefined
  readonly connectTimeout?: string | undefined
  readonly startTimeout?: string | undefined
  readonly reconnectAfter?: number | undefined
  readonly bailout?: number | undefined
  readonly seed?: number | undefined
  readonly runs?: number | undefined
  /** What connections, users, rates and counts are multiplied by. */
  readonly scale?: number | undefined
  readonly title?: string | undefined
  readonly sweep?: { readonly parameter: string; readonly values: readonly (number | string)[] } | undefined
}

/** Fields that are left out where they are `undefined`. */
export type Given<Fields> = { readonly [Key in keyof Fields]?: Exclude<Fields[Key], undefined> }

/** Leaves out the fields that are `undefined`, so that the others can be spread over the documented ones. */
export function given<Fields extends object>(fields: Fields): Given<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<Fields>
}

/** Leaves out settings, such as those that a preset has made a part of its suite itself, so that they are not applied twice. */
export function leaveOut(settings: PresetSettings, keys: readonly (keyof PresetSettings)[]): PresetSettings {
  return { ...settings, ...Object.fromEntries(keys.map((key) => [key, undefined])) }
}

/** Multiplies a count, as `--scale` does, and leaves at least one; what is no count is left as it is. */
export function scaleCount<Count extends number | undefined>(count: Count, scale: number): Count | number {
  return typeof count !== 'number' || scale === 1 ? count : Math.max(1, Math.round(count * scale))
}
