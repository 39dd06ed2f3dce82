import { expect } from 'vitest'
import type { MessageOutcome } from './run-messages.ts'

const timing = ['deliveries-stalled', 'deliveries-buffered']

/**
 * Expects the verdict to have exactly these reasons about deliveries, by rule.
 *
 * Reasons about times also depend on the machine, and are left out unless they are expected: the accuracy tests show that no other server gets them.
 */
export function expectReasons({ reasons, deliveries }: MessageOutcome, expected: Readonly<Record<string, RegExp>>): void {
  const ofServer = Object.entries(reasons).filter(([rule]) => rule in expected || !timing.includes(rule))
  const patterns = Object.entries(expected).map(([rule, text]) => [rule, expect.stringMatching(text)])
  expect(Object.fromEntries(ofServer)).toEqual(Object.fromEntries(patterns))
  expect(deliveries.received).toBeLessThanOrEqual(deliveries.expected)
}
