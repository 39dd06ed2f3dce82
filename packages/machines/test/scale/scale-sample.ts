/** What adding up the reports of a second took of the starter. */
export interface ScaleSample {
  /** Seconds since the starter was started. */
  readonly at: number
  /** Added up so far. */
  readonly requests: number
  /** Megabytes. */
  readonly rss: number
  /** Milliseconds of CPU a second, of the whole process. */
  readonly cpu: number
  /** Of these, from where a report is handed over until it is added up. */
  readonly merging: number
}

/** What is said of samples; those of the first tenth are left out, in which code is compiled and memory is taken. */
export interface ScaleFigures {
  readonly merging: { readonly mean: number; readonly max: number }
  readonly cpu: { readonly mean: number; readonly max: number }
  /** Largest, and by how much it grew in a minute, by the least squares. */
  readonly rss: { readonly max: number; readonly perMinute: number }
}

/** Sums samples up. */
export function figuresOf(samples: readonly ScaleSample[]): ScaleFigures {
  const settled = samples.slice(Math.ceil(samples.length / 10))
  const of = (read: (sample: ScaleSample) => number): { readonly mean: number; readonly max: number } => {
    const values = settled.map(read)
    return { mean: values.reduce((sum, value) => sum + value, 0) / values.length, max: Math.max(...values) }
  }
  const [at, rss] = [of((sample) => sample.at), of((sample) => sample.rss)]
  const spread = settled.reduce((sum, sample) => sum + (sample.at - at.mean) ** 2, 0)
  const together = settled.reduce((sum, sample) => sum + (sample.at - at.mean) * (sample.rss - rss.mean), 0)
  return {
    merging: of(({ merging }) => merging),
    cpu: of(({ cpu }) => cpu),
    rss: { max: rss.max, perMinute: (together / spread) * 60 },
  }
}
