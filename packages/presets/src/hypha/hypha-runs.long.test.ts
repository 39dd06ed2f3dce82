import { runSuite } from '@benchpress/core'
import type { RequestScenarioConfig, SuiteConfig, SuiteResult, SuiteTestConfig, WorkloadConfig } from '@benchpress/core'
import { presetSections } from '@benchpress/report'
import { findClusterPort, hyphaClusterTarget, hyphaTarget } from '@benchpress/example-hypha'
import { expect, test } from 'vitest'
import type { PresetRun, PresetTarget } from '@benchpress/core/preset'
import { sectionsText } from '../../../cli/test/render.ts'
import { findPasses, rightPerSecond } from '@benchpress/report'
import { hypha } from './hypha.ts'
import { hyphaSuite } from './hypha-suite.ts'

test('a cluster with one server down is compared with the single instance, and its claims are open after one short run', async () => {
  const cluster = hyphaClusterTarget({ port: await findClusterPort(3), without: 2 })
  const suite = await runSome({ variants: { single: hyphaTarget(), cluster } }, 'compare', { batch: 3, iterations: 31 })
  expect(suite.tests.map(({ variant, scenarios }) => [variant, scenarios[0]?.counts.outcomes.ok])).toEqual([
    ['single', 31],
    ['cluster', 31],
  ])
  const servers = suite.tests.find(({ variant }) => variant === 'cluster')?.scenarios[0]?.servers ?? []
  expect(servers.map(({ counts }) => counts.started)).toEqual([16, 15])
  const text = tell(suite, 'compare')
  expect(text).toMatch(/^\? [^✓✗]*Average\s+Throughput:\s+Single/m)
  expect(text).toMatch(/Average Throughput +│ documented │ 12,163 +│ 4,513 /)
})

test('a side that cannot be run leaves the other one, and no comparison', async () => {
  const cluster = hyphaClusterTarget({ nodes: 1, port: await findClusterPort(1), without: 1 })
  const suite = await runSome({ variants: { single: hyphaTarget(), cluster } }, 'compare', { batch: 3, iterations: 9 })
  expect(['single', 'cluster'].map((variant) => findPasses(suite, { scenario: 'load', variant }).length)).toEqual([1, 0])
  expect(tell(suite, 'compare')).not.toContain('Average Throughput: Single +169.5%')
})

test.each(['max', 'endpoints'] as const)('every endpoint of %s responds as documented', async (part) => {
  const suite = await runSome(hyphaTarget(), part, { batch: 7, iterations: 14 * 13 })
  const endpoints = suite.tests[0]?.scenarios[0]?.endpoints ?? []
  const counts = endpoints.map(({ counts: { started, outcomes } }) => [started, outcomes.ok])
  const each = part === 'max' ? 13 : 14
  expect(counts).toEqual(counts.map(() => [each, each]))
})

test('wrong responses are no throughput, whatever their status', async () => {
  const suite = await runSome(hyphaTarget({ break: 'arguments' }), 'single', { batch: 5, iterations: 20 })
  expect(suite.verdict.level).toBe('invalid')
  expect(tell(suite, 'single')).toMatch(/^✗ Total Failures: 0 errors, Overall Success Rate: 100\.00%: 20 of 20 failed/m)
})

test('the throughput is that of the requests of the run, without those of its warm-up', async () => {
  const suite = await runSome(hyphaTarget(), 'single', { connections: 5, requests: 50, warmup: '100ms' })
  const [[place] = []] = findPasses(suite, { scenario: 'load' })
  expect(place?.requests.counts.started).toBe(50)
  expect(place && rightPerSecond(place)).toBe(50 / (place?.scenario.duration ?? Number.NaN))
})

async function runSome(target: PresetTarget, part: string, workload: WorkloadConfig): Promise<SuiteResult> {
  const suite = hyphaSuite({ target, part, path: '/', own: { mode: 'batch', scale: 1 } })
  return await runSuite({ ...suite, pause: 0, tests: suite.tests.slice(0, 1).map((one) => shortened(one, workload)) } satisfies SuiteConfig)
}

function shortened(one: SuiteTestConfig, workload: WorkloadConfig): SuiteTestConfig {
  return {
    ...one,
    workers: 0,
    scenarios: Object.fromEntries(
      Object.entries(one.scenarios).map(([name, load]) => [name, { ...(load as RequestScenarioConfig), workload }]),
    ),
  }
}

function tell(suite: SuiteResult, part: string): string {
  const presetRun: PresetRun = { preset: hypha, part, isEmbedded: true, changes: [], code: [] }
  return sectionsText(presetSections(suite, presetRun))
}
