import { expect } from 'vitest'
import type { MessageOutcome } from './run-messages.ts'

const timing = ['deliveries-stalled', 'deliveries-buffered']

/**
 * Expects the verdict to say these things of deliveries, by rule, and no others.
 *
 * What is said of times depends on the machine too, and is left out unless it is expected: the accuracy tests show that it is said of no other server.
 */
export function expectReasons({ reasons, deliveries }: MessageOutcome, expected: Readonly<Record<string, RegExp>>): void {
  const ofServer = Object.entries(reasons).filter(([rule]) => rule in expected || !timing.includes(rule))
  const patterns = Object.entries(expected).map(([rule, text]) => [rule, expect.stringMatching(text)])
  expect(Object.fromEntries(ofServer)).toEqual(Object.fromEntries(patterns))
  expect(deliveries.received).toBeLessThanOrEqual(deliveries.expected)
}
