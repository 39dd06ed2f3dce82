import type { ResolvedConfig } from '../config/resolved-config.ts'
import { Histogram } from '../model/metrics/histogram.ts'
import { summarizeTimes } from '../result/summary/summarize-times.ts'
import { labelOfPoint } from '../result/summary/sweep-point.ts'
import type { Phase, Progress } from './progress.ts'

/** What is told of a run while nothing is sent. */
export function idleProgress(
  run: Pick<Progress, 'test' | 'point' | 'variant' | 'repeat' | 'repeats'>,
  phase: Phase,
  message: string | undefined,
): Progress {
  return {
    ...run,
    phase,
    elapsed: 0,
    total: null,
    requests: 0,
    planned: null,
    failed: 0,
    users: null,
    iterations: 0,
    dropped: 0,
    requestsPerSecond: 0,
    responseTime: summarizeTimes(new Histogram()),
    ...(message === undefined ? {} : { message }),
  }
}

/** What progress calls a test, and its point in a sweep. */
export function progressNames({ name, sweep }: Pick<ResolvedConfig, 'name' | 'sweep'>): Pick<Progress, 'test' | 'point'> {
  return { test: name, ...(sweep !== null && { point: labelOfPoint(sweep) }) }
}
