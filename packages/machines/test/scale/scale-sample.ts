/** The cost for a starter of adding up the reports of a second. */
export interface ScaleSample {
  /** Seconds since the starter was started. */
  readonly at: number
  /** Requests added up so far. */
  readonly requests: number
  /** Megabytes of memory of the process, of which its heap and its buffers, which make way when they are needed. */
  readonly rss: number
  readonly heap: number
  readonly buffers: number
  /** Milliseconds of CPU per second of the whole process. */
  readonly cpu: number
  /** Of these, the milliseconds for adding up reports. */
  readonly merging: number
}

/** A summary of samples without the first tenth, in which code is compiled and memory is allocated. */
export interface ScaleFigures {
  readonly merging: { readonly mean: number; readonly max: number }
  readonly cpu: { readonly mean: number; readonly max: number }
  /** The largest value, and the growth per minute by least squares. */
  readonly rss: { readonly max: number; readonly perMinute: number }
}

/** Summarises samples. */
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
