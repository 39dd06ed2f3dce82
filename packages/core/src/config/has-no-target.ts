import { isMicrobenchmark } from './microbenchmark-config.ts'

/** Whether a test of a suite, which need not be one, leaves the choice of its target to the suite. */
export function hasNoTarget(test: unknown): boolean {
  return (
    typeof test === 'object' &&
    test !== null &&
    !Array.isArray(test) &&
    (!('target' in test) || test.target === undefined) &&
    !isMicrobenchmark(test)
  )
}
