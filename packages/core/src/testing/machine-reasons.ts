import type { Reason } from '../result/verdict/verdict.ts'

const ofMachine: ReadonlySet<string> = new Set([
  'generator-saturated',
  'generator-stalled',
  'machine-disturbed',
  'planned-rate',
  'send-lag',
])

/**
 * The reasons for which a run is invalid other than a machine that was too busy for it, by the rules `generator-saturated`,
 * `generator-stalled`, `machine-disturbed`, `planned-rate` and `send-lag`.
 *
 * A test that holds counts or responses rather than times can run on a machine that does much else: `expect(invalidReasons(result.verdict.reasons)).toEqual([])`
 * is true there as well, and still finds each fault of the load or its target. Pure.
 */
export function invalidReasons<Of extends Pick<Reason, 'rule' | 'level'>>(reasons: readonly Of[]): readonly Of[] {
  return reasons.filter(({ rule, level }) => level === 'invalid' && !ofMachine.has(rule))
}
