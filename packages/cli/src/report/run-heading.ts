import type { ScenarioSummary, TestResult } from '@benchpress/core'
import { formatNumber } from '../format/format-number.ts'
import { formatSeconds } from '../format/format-seconds.ts'
import { plural } from '../format/plural.ts'
import { printable } from '../format/printable.ts'
import { withoutUserInfo } from '../format/without-user-info.ts'

/** The lines above the tables of a run, the first two as autocannon writes them. */
export function runHeading(test: TestResult, scenario: ScenarioSummary): readonly string[] {
  const { workload } = scenario
  const length = workload.requests === null ? formatSeconds(workload.duration ?? 0) : `${formatNumber(workload.requests)} requests`
  const pipelining = workload.pipelining > 1 ? ` with ${formatNumber(workload.pipelining)} pipelining factor` : ''
  const warmup = workload.warmup > 0 ? [`after ${formatSeconds(workload.warmup)} of warm-up, counted apart`] : []
  const threads = test.generator.threads.length
  return [
    `Running ${length} test @ ${testedUrl(test, scenario)}`,
    `${plural(workload.connections, 'connection')}${pipelining}`,
    ...warmup,
    ...(threads > 1 ? [`${threads} workers`] : []),
    ...(test.target.tls?.verified === false ? ['TLS certificates were not verified'] : []),
  ]
}

/** The URL of a scenario's first request, without user and password, and how many others took turns with it. */
export function testedUrl(test: TestResult, scenario: ScenarioSummary): string {
  const [, method = 'GET', path = '/', rest = ''] = /^(\S+) (\S+)(.*)$/.exec(scenario.request) ?? []
  const origin = URL.parse(test.target.url)?.origin ?? withoutUserInfo(test.target.url)
  const url = `${origin}${path}`
  return printable(`${method === 'GET' ? '' : `${method} `}${url}${rest}`)
}
