import { withoutUserInfo } from '@benchpress/core'
import type { ScenarioSummary, TestResult } from '@benchpress/core'
import { formatNumber } from './format/format-number.ts'
import { formatSeconds } from './format/format-seconds.ts'
import { printable } from './format/printable.ts'
import { serversLines } from './servers-lines.ts'
import { describeLength, describeWorkload } from './describe-workload.ts'

/** The lines above the tables of a run, the first two as autocannon writes them. */
export function runHeading(test: TestResult, scenario: ScenarioSummary): readonly string[] {
  const { workload } = scenario
  const threads = test.generator.threads.length
  return [
    `Running ${describeLength(workload)} test @ ${testedUrl(test, scenario)}`,
    describeWorkload(workload),
    ...(workload.startAfter > 0 ? [`starting ${formatSeconds(workload.startAfter)} after the test`] : []),
    ...(workload.warmup > 0 ? [`after ${formatSeconds(workload.warmup)} of warm-up, counted apart`] : []),
    ...(scenario.users === null ? [] : [`seed ${test.seed}`]),
    ...serversLines(test),
    ...(threads > 1 ? [`${formatNumber(threads)} workers`] : []),
    ...(test.target.tls?.verified === false ? ['TLS certificates were not verified'] : []),
  ]
}

/** The URL of a scenario's first request, without user and password, and how many others took turns with it; or the target and the journeys. */
export function testedUrl(test: TestResult, scenario: ScenarioSummary): string {
  const origin = URL.parse(test.target.url)?.origin ?? withoutUserInfo(test.target.url)
  const [, method = 'GET', path, rest = ''] = /^(\S+) (\/\S*)(.*)$/.exec(scenario.request) ?? []
  if (path === undefined) return printable(scenario.request === '' ? origin : `${origin}: ${scenario.request}`)
  return printable(`${method === 'GET' ? '' : `${method} `}${origin}${path}${rest}`)
}
