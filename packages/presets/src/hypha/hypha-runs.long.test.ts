import { runSuite } from '@benchpress/core'
import type { RequestScenarioConfig, SuiteConfig, SuiteResult, SuiteTestConfig, WorkloadConfig } from '@benchpress/core'
import { findClusterPort, hyphaClusterTarget, hyphaTarget } from '@benchpress/example-hypha'
import { beforeAll, describe, expect, test } from 'vitest'
import type { PresetRun, PresetTarget } from '@benchpress/core/preset'
import { hyphaSections } from './report/hypha-sections.ts'
import { sectionsText } from '../../../cli/test/render.ts'
import { findInHypha, type HyphaFindings } from './hypha-findings.ts'
import type { HyphaPart } from './hypha-cases.ts'
import { hypha } from './hypha.ts'
import { hyphaSuite } from './hypha-suite.ts'

const isInvalid = ({ verdict }: SuiteResult): boolean => verdict.level === 'invalid'

describe('a cluster with one server down', () => {
  let suite: SuiteResult
  let findings: HyphaFindings

  beforeAll(async () => {
    const cluster = hyphaClusterTarget({ port: await findClusterPort(3), without: 2 })
    suite = await runSome({ variants: { single: hyphaTarget(), cluster } }, 'compare', { batch: 3, iterations: 31 })
    findings = findInHypha(suite, 'compare')
  })

  test('divides the requests evenly over the others, request by request', () => {
    const { servers, mostApart } = findings.cluster?.servers ?? { servers: [], mostApart: null }
    expect(servers.map(({ requests }) => requests)).toEqual([16, 0, 15])
    expect(mostApart).toBe(1)
    expect(servers[0]).toMatchObject({ success: 1, cause: null })
    expect(servers[1]).toMatchObject({ success: null, mean: null, cause: expect.stringContaining('nothing is listening') })
  })

  test('is compared with the single instance, and neither side wins after one short run', () => {
    const { single, cluster, comparison, mode } = findings
    expect(mode).toBe('batch')
    expect(single?.servers).toBeNull()
    expect([single, cluster].map((side) => side?.rows.map(({ name, requests, success }) => [name, requests, success]))).toEqual([
      [['Light Load, Math Multiply', 31, 1]],
      [['Light Load, Math Multiply', 31, 1]],
    ])
    const [a = 0, b = 0] = [single, cluster].map((side) => side?.figures.average)
    expect(comparison?.winner).toBeNull()
    expect(comparison?.average.ahead).toBe(a > b ? 'single' : 'cluster')
    expect(comparison?.average.by).toBeCloseTo(Math.abs(a - b) / Math.min(a, b), 9)
  })

  test('the report of a cluster with one server down has the whole table', () => {
    const text = tell(suite, 'compare', findings)
    expect(text).toContain('2 of 3 servers took part, each with every second request')
    expect(text).toMatch(/│ 0 +│ 0 % +│ n\/a +│ n\/a +│ not used /)
    expect(text).toMatch(/^not used: http:\S+: nothing is listening/m)
    for (const line of text.split('\n').filter((one) => one.startsWith('│'))) expect(line.length).toBeLessThanOrEqual(100)
    // A busy machine makes a run invalid, too.
    expect(text).toMatch(isInvalid(suite) ? /^WINNER: none, because \d runs? of/m : /^WINNER: none, because one run a side is too few/m)
    expect(text).toMatch(/^documented peak of Single: .*\n.*measured peak of Single: {3}/m)
    expect(text).toMatch(/^documented peak of Cluster: .*\n.*measured peak of Cluster: {3}/m)
    // Three batches are too short for a grade.
    expect([findings.single?.grade, findings.cluster?.grade]).toEqual([null, null])
    expect(text.match(/grade of the peak: none, because /g)).toHaveLength(2)
    expect(text).toMatch(/Average Throughput +│ documented │ 12,163\/s +│ 4,513\/s +│ Single \+169\.5 %/)
  })
})

test('a side that cannot be run leaves the other one, and no comparison', async () => {
  const cluster = hyphaClusterTarget({ nodes: 1, port: await findClusterPort(1), without: 1 })
  const suite = await runSome({ variants: { single: hyphaTarget(), cluster } }, 'compare', { batch: 3, iterations: 9 })
  const findings = findInHypha(suite, 'compare')
  expect(findings.single?.rows).toHaveLength(1)
  expect(findings).toMatchObject({ cluster: null, comparison: null })
  expect(tell(suite, 'compare', findings)).toContain('no comparison: nothing was measured of Cluster')
})

test.each(['max', 'endpoints'] as const)('every endpoint of %s responds as documented', async (part) => {
  const suite = await runSome(hyphaTarget(), part, { batch: 7, iterations: 14 * 13 })
  const rows = Object.values(findInHypha(suite, part).others).flat()
  expect(rows.map(({ success }) => success)).toEqual([1])
  const { endpoints = [] } = rows[0] ?? {}
  expect(new Set(endpoints.map(({ requests }) => requests))).toEqual(new Set([part === 'max' ? 13 : 14]))
  // This part has peaks of its own, and not the documented peak of the levels.
  expect(tell(suite, part, findInHypha(suite, part))).not.toContain('documented peak')
})

test('wrong responses are no throughput, whatever their status', async () => {
  const suite = await runSome(hyphaTarget({ break: 'arguments' }), 'single', { batch: 5, iterations: 20 })
  const findings = findInHypha(suite, 'single')
  expect(findings.single?.rows[0]).toMatchObject({
    throughput: 0,
    success: 0,
    failures: [{ reason: expect.stringMatching(/^check_failed/), count: 20 }],
  })
  expect(findings.single).toMatchObject({ grade: null, ungraded: 'one of its runs is invalid' })
  expect(suite.verdict.level).toBe('invalid')
  expect(tell(suite, 'single', findings)).toMatch(/^│ Peak Throughput +│ 15,513\/s +│ 0\/s +│/m)
  expect(tell(suite, 'single', findings)).toMatch(/^failed: 20 of 20 in Single, Light Load, Math Multiply: check_failed/m)
})

test('the throughput is that of the requests of the run, without those of its warm-up', async () => {
  const suite = await runSome(hyphaTarget(), 'single', { connections: 5, requests: 50, warmup: '100ms' })
  const duration = suite.tests[0]?.scenarios[0]?.duration ?? Number.NaN
  const [row] = findInHypha(suite, 'single').single?.rows ?? []
  expect(row).toMatchObject({ requests: 50, concurrency: 5, throughput: 50 / duration })
  // By Little's law, no more of these requests are in flight than there are connections.
  expect(((row?.throughput ?? Number.NaN) * (row?.mean ?? Number.NaN)) / 1000).toBeLessThanOrEqual(5)
})

test('a side that is broken does not make the other one win', async () => {
  const cluster = hyphaClusterTarget({ nodes: 1, port: await findClusterPort(1), break: 'arguments' })
  const suite = await runSome({ variants: { single: hyphaTarget(), cluster } }, 'compare', { batch: 3, iterations: 9 })
  const findings = findInHypha(suite, 'compare')
  const invalid = suite.tests.filter(({ verdict }) => verdict.level === 'invalid').map(({ variant }) => variant)
  // Other programs on this machine may spoil the other side, too.
  expect(invalid).toContain('cluster')
  expect(findings.comparison).toMatchObject({
    winner: null,
    recommended: null,
    invalidRuns: invalid.length,
    success: { side: null, ahead: 'single' },
  })
  expect(tell(suite, 'compare', findings)).toMatch(/WINNER: none, because \d runs? of the two sides/)
})

async function runSome(target: PresetTarget, part: HyphaPart, workload: WorkloadConfig): Promise<SuiteResult> {
  const suite = hyphaSuite(target, part, 'batch')
  return await runSuite({ ...suite, pause: 0, tests: suite.tests.slice(0, 1).map((one) => shortened(one, workload)) } satisfies SuiteConfig)
}

function shortened(one: SuiteTestConfig, workload: WorkloadConfig): SuiteTestConfig {
  return { ...one, workers: 0, scenarios: { load: { ...(one.scenarios['load'] as RequestScenarioConfig), workload } } }
}

function tell(suite: SuiteResult, part: HyphaPart, findings: HyphaFindings): string {
  const presetRun: PresetRun = { preset: hypha, part, isEmbedded: true, changes: [], code: [] }
  return sectionsText(hyphaSections(suite, presetRun, findings))
}
