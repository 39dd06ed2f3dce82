/** The work that tinybench repeats, in a warm-up and then in a measured phase. Times are in milliseconds. */
export interface Repeated {
  readonly name: string
  /** Whether `sample` returns a promise. */
  readonly isAsync: boolean
  readonly time: number
  readonly warmup: number
  readonly signal: AbortSignal
  /** Runs before each sample, not timed. Must not throw. */
  readonly before: () => Promise<void> | undefined
  /** Takes one sample, whose time counts for `time` and `warmup`. Must not throw. */
  readonly sample: () => Promise<void> | void
}

/** The two phases of {@link Repeated}. */
export interface Phases {
  warmUp(): Promise<void>
  run(): Promise<void>
}

/**
 * Creates the phases of a case, in each of which tinybench repeats the case for the given time.
 *
 * The samples are taken by our own code: tinybench times one call at a time, even if a call is shorter than reading the clock, loses all samples of a
 * task when one call throws, and has no p95. Nor is tinybench used to find out whether a function is asynchronous, because it makes an uncounted call
 * for that.
 */
export async function createPhases(repeated: Repeated): Promise<Phases> {
  const { Bench } = await import('tinybench')
  const { name, isAsync, time, warmup, signal, before, sample } = repeated
  const bench = new Bench({ time, iterations: 1, warmupTime: warmup, warmupIterations: 1, timestampProvider: 'hrtimeNow', signal })
  bench.add(name, sample, { async: isAsync, beforeEach: before })
  const task = bench.getTask(name)
  if (task === undefined) throw new RangeError(`tinybench did not take ${name}`)
  return {
    warmUp: async () => {
      if (warmup > 0) await task.warmup()
    },
    run: async () => void (await task.run()),
  }
}

/** Nanoseconds that reading the clock takes; at least 1. */
export async function measureTimer(): Promise<number> {
  const { calibrateTimerOverhead, hrtimeNowTimestampProvider } = await import('tinybench')
  // 0 means that the ticks of the clock are longer than a reading.
  const overhead = calibrateTimerOverhead(hrtimeNowTimestampProvider) * 1e6
  return overhead > 0 ? overhead : coarseTick
}

// Length of a tick, when it is longer than a reading: 100 ns on Windows, about 40 ns on Apple's processors.
const coarseTick = 100
