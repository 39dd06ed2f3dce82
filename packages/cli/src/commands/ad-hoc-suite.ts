import type { SuiteConfig } from '@benchpress/core'
import type { BaseLoad } from '../flags/check-conflicts.ts'
import { targetOf } from '../target-of.ts'

/** The load of {@link adHocSuite}, as autocannon has it. */
export const adHocLoad: BaseLoad = { connections: 10, of: 'the default' }

/** The suite of a URL on the command line: one request again and again, with autocannon's defaults. */
export function adHocSuite(url: string, targetCommand: readonly string[]): SuiteConfig {
  const name = new URL(url).host
  const { connections } = adHocLoad
  return {
    name,
    tests: [{ name, target: targetOf(url, targetCommand), scenarios: { requests: { request: {}, workload: { connections } } } }],
  }
}
