import type { SuiteConfig } from '@benchpress/core'
import type { BaseLoad } from '../flags/check-conflicts.ts'
import { targetOf } from '@benchpress/core/preset'

/** The load of {@link adHocSuite}, as autocannon has it. */
export const adHocLoad: BaseLoad = { connections: 10, of: 'the default' }

/** The suite of a URL on the command line, or of several that share the load: one request again and again, with autocannon's defaults. */
export function adHocSuite(urls: readonly string[], targetCommand: readonly string[]): SuiteConfig {
  const name = urls.map((url) => new URL(url).host).join(', ')
  const { connections } = adHocLoad
  return {
    name,
    tests: [{ name, target: targetOf(urls, targetCommand), scenarios: { requests: { request: {}, workload: { connections } } } }],
  }
}
