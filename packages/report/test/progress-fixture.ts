import type { Progress } from '@benchpress/core'
import { documentedTimes } from './suite-fixture.ts'

/** The second of three runs of a test of connections, after 12 of 30 s. */
export const progressFixture: Progress = {
  test: 'x',
  variant: 'default',
  repeat: 2,
  repeats: 3,
  phase: 'run',
  elapsed: 12.02,
  total: 30,
  left: 17.98,
  suite: null,
  requests: 2_400_000,
  planned: null,
  failed: 0,
  users: null,
  plannedUsers: null,
  plannedRate: null,
  inFlight: 100,
  iterations: 0,
  dropped: 0,
  requestsPerSecond: 198_231.4,
  responseTime: { ...documentedTimes, p50: 24, p99: 42, count: 198_231 },
  second: null,
  resources: null,
  verdict: null,
}
