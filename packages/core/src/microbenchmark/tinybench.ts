/** What is done again and again by tinybench, in a warm-up and then in a phase that is measured. Times in milliseconds. */
export interface Repeated {
  readonly name: string
  /** Whether `sample` returns a promise. */
  readonly isAsync: boolean
  readonly time: number
  readonly warmup: number
  readonly signal: AbortSignal
  /** Outside the time. Must not throw. */
  readonly before: () => Promise<void> | undefined
  /** Takes one sample; it is its time that `time` and `warmup` are made of. Must not throw. */
  readonly sample: () => Promise<void> | void
}

/** The two phases of {@link Repeated}. */
export interface Phases {
  warmUp(): Promise<void>
  run(): Promise<void>
}

/**
 * Hands the phases of a case to tinybench, which repeats it until each has had its time.
 *
 * The samples are ours: tinybench times one call at a time, also where a call is shorter than reading the clock, loses all samples of a task when
 * one call throws, and has no p95. Nor does it decide whether a function is asynchronous, for which it calls it once, uncounted.
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
  // 0 stands for a clock whose ticks are longer than a reading of it.
  const overhead = calibrateTimerOverhead(hrtimeNowTimestampProvider) * 1e6
  return overhead > 0 ? overhead : coarseTick
}

// Ticks of clocks that are slower than their reading: 100 ns on Windows, about 40 ns on Apple's processors.
const coarseTick = 100
