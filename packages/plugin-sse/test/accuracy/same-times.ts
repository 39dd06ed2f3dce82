import { hasSamplesFor, type Result, type TimeSummary } from '@benchpress/core'
import { expect } from 'vitest'
import type { MessageServerTimes } from '../servers/message-server-options.ts'

/** What both sides say of one kind of time, in milliseconds. */
export interface BothSides {
  readonly measured: TimeSummary
  /** What the server saw; the last of them are those that were measured. */
  readonly truth: readonly number[]
  readonly result: Result
  readonly lateness: MessageServerTimes['lateness']
}

/** Load threads look every ten milliseconds how late they are: what stops them in between for less is not seen. */
export const unseenStop = 10

/**
 * Expects p2.5, p50, p90 and p99 to be those of the server's own times, within 2 ms or 2 %, as far as there are samples for them: the p99 of 200 times is
 * next to their maximum, and that may be the first connection of a thread that had never opened one.
 *
 * A thread that gets no CPU sees a message only when it runs again. The quickest messages met none of that; at p50 and p90 comes what is seldom
 * exceeded by the lateness of all threads, and at p99 their longest stops: some short ones are enough for one message of a hundred.
 */
export function expectSameTimes({ measured, truth, result, lateness }: BothSides): void {
  // A message goes through the server, and through two load threads.
  const late = (figure: 'p99' | 'max'): number =>
    result.generator.threads.reduce((sum, { loopDelay }) => sum + loopDelay[figure], lateness[figure])
  const sorted = truth.slice(-measured.count).toSorted((a, b) => a - b)
  for (const [percentile, figure, added] of [
    [2.5, measured.p2_5, 0],
    [50, measured.p50, late('p99')],
    [90, measured.p90, late('p99')],
    [99, measured.p99, late('max') + unseenStop],
  ] as const) {
    if (!hasSamplesFor(percentile, measured.count)) continue
    const expected = sorted[Math.max(1, Math.ceil((percentile / 100) * sorted.length)) - 1] ?? Number.NaN
    const tolerance = Math.max(2, expected * 0.02) + added
    const text = `p${percentile}: ${figure} ms, the server says ${expected} ms, threads were ${added} ms late`
    expect(figure, text).toBeGreaterThanOrEqual(expected - tolerance)
    expect(figure, text).toBeLessThanOrEqual(expected + tolerance)
  }
}
