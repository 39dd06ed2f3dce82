import type { SuiteConfig } from '@benchpress/core'
import { targetOf } from '../target-of.ts'

/** The suite of a URL on the command line: one request again and again, with autocannon's defaults. */
export function adHocSuite(url: string, targetCommand: readonly string[]): SuiteConfig {
  const name = new URL(url).host
  return {
    name,
    tests: [{ name, target: targetOf(url, targetCommand), scenarios: { requests: { request: {}, workload: { connections: 10 } } } }],
  }
}
