import type { UnfinishedTimes } from '../../../src/model/metrics/time-summary.ts'

/** More than any percentile needs. */
const enough: UnfinishedTimes['samples'] = {
  p2_5: 30_000,
  p50: 30_000,
  p75: 30_000,
  p90: 30_000,
  p95: 30_000,
  p97_5: 30_000,
  p99: 30_000,
  p99_9: 30_000,
}

/** Requests that were cut off, of which each percentile has samples enough unless said otherwise. */
export function unfinishedFixture(
  cutOff: Omit<UnfinishedTimes, 'samples'>,
  samples: Partial<UnfinishedTimes['samples']> = {},
): UnfinishedTimes {
  return { ...cutOff, samples: { ...enough, ...samples } }
}
