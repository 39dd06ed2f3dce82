import type { Phase, Progress } from './progress.ts'

/** What is told of a test while nothing is sent. */
export function idleProgress(test: string, repeats: number, phase: Phase, message: string | undefined): Progress {
  return {
    test,
    variant: 'default',
    repeat: 1,
    repeats,
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
    p50: null,
    p99: null,
    ...(message === undefined ? {} : { message }),
  }
}
