import type { SuiteResult } from '@benchpress/core'
import { failedThreshold, scenario, suiteResult, testResult } from './suite-fixture.ts'
import { endpoint, users } from './users-fixture.ts'

/** A text that a target or a name could contain, in order to be read as something else than text. */
export const hostile = [
  "=cmd|' /C calc'!A0",
  '<script>alert(1)</script>]]>&amp;"\'',
  '\u001B[31mred\u001B[0m \u202Egnp.exe\u0000\u0007\uFFFE\uD800',
  'a\r\n::error::injected\n# HELP x y\n| **b** | [c](javascript:d)',
].join(' ')

/** Characters that no output may contain: control and invisible characters, except line breaks. */
export const forbidden = /[\p{Cc}\p{Cf}](?<!\n)/u

/** A result in which every text from outside is {@link hostile}. */
export function hostileSuite(): SuiteResult {
  return suiteResult(
    [
      testResult({
        name: hostile,
        variant: hostile,
        sweep: { of: hostile, parameter: hostile, value: hostile },
        thresholds: [{ ...failedThreshold, selector: hostile, condition: hostile, text: hostile }],
        interrupted: { cause: 'target', reason: hostile, at: 1 },
        scenarios: [
          scenario({
            name: hostile,
            endpoints: [endpoint({ name: hostile })],
            errors: [{ outcome: 'error', reason: hostile, endpoint: hostile, count: 1, first: 0, last: 1 }],
            users: users({ checks: [{ name: hostile, passed: 1, failed: 1 }] }),
          }),
        ],
        metrics: { [hostile]: { type: 'counter', unit: hostile, count: 1, rate: 1, by: null } },
        verdict: { level: 'invalid', reasons: [{ rule: 'errors', level: 'invalid', text: hostile }] },
        limitedBy: { by: 'errors', text: hostile },
      }),
    ],
    { name: hostile, verdict: { level: 'invalid', reasons: [{ rule: 'errors', level: 'invalid', text: hostile }] } },
  )
}
