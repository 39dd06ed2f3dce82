import { execFileSync } from 'node:child_process'
import { hostname, machine, platform, release, type, version } from 'node:os'
import type { ScenarioSummary, SuiteResult } from '@benchpress/core'
import type { PresetRun } from '@benchpress/core/preset'
import { k6Summary } from '@benchpress/report'
import type { ToskaFindings } from '../toska-findings.ts'
import type { BenchOptions } from '../journeys/over-http.ts'
import { comparedTests, type MeasuredOperation } from '../redis-comparison.ts'
import { toskaSummary } from './toska-summary.ts'

/** The files of the published report folder, by name; files of parts that were not run are left out. */
export function toskaFiles(suite: SuiteResult, findings: ToskaFindings, presetRun: PresetRun): Readonly<Record<string, string>> {
  const files: readonly (readonly [name: string, content: unknown])[] = [
    ['env.json', toskaEnvironment(suite)],
    ...(['kv', 'replication'] as const).flatMap((part) => k6Files(part, suite)),
    ...(findings.comparison === null ? [] : [['redis_compare.json', comparisonOf(findings.comparison, suite)] as const]),
  ]
  return {
    ...Object.fromEntries(files.map(([name, content]) => [name, `${JSON.stringify(content, undefined, 2)}\n`])),
    'summary.md': toskaSummary(suite, findings, presetRun),
  }
}

type File = readonly [name: string, content: unknown]

function k6Files(part: string, { tests }: SuiteResult): readonly File[] {
  const runs = tests.flatMap((test) => test.scenarios.filter(({ name }) => name === part).map((scenario) => ({ test, scenario })))
  const [first] = runs
  if (first === undefined) return []
  const config = {
    scenario: part,
    base_url: first.test.target.url,
    vus: [...new Set(runs.map(({ scenario }) => levelOf(scenario)))],
    duration: first.scenario.workload.duration,
  }
  const isRepeated = runs.some(({ test }) => test.repeat > 1)
  return [
    [`k6_${part}_config.json`, config],
    ...runs.map(({ test, scenario }): File => {
      const run = isRepeated ? `_run${test.repeat}` : ''
      return [`k6_${part}_vu${levelOf(scenario)}${run}_summary.json`, k6Summary(scenario)]
    }),
  ]
}

function levelOf({ workload }: ScenarioSummary): number {
  return workload.kind === 'users' ? workload.from : 0
}

function comparisonOf({ write, read, missing, redisBenchmark }: NonNullable<ToskaFindings['comparison']>, suite: SuiteResult): object {
  return {
    config: comparisonConfig(suite),
    timed: 'from when an operation was asked for to its last byte, on both sides',
    redis: missing === null ? { set: operationOf(write.redis), get: operationOf(read.redis) } : null,
    ...(missing !== null && { missing }),
    ...(redisBenchmark !== null && { redis_benchmark: redisBenchmark }),
    toska: { put: operationOf(write.toska), get: operationOf(read.toska) },
  }
}

function comparisonConfig({ tests, config }: SuiteResult): object | null {
  const names = Object.values(comparedTests).flatMap((sides) => Object.values<string>(sides))
  const scenario = tests.flatMap(({ scenarios }) => scenarios).find(({ name }) => names.includes(name))
  if (scenario?.workload.kind !== 'users') return null
  const { from, iterations, duration } = scenario.workload
  const { keySpace, valueSize } = configuredOptions(config, scenario.name) as Partial<BenchOptions>
  return { requests: iterations?.count ?? null, duration_s: duration, concurrency: from, value_size: valueSize, key_space: keySpace }
}

interface ConfiguredTest {
  readonly name?: string
  readonly scenarios?: Readonly<Record<string, { readonly journey?: { readonly options?: object } }>>
}

// The only scenario of a test has the name of the test; `config` is one test, or a list.
function configuredOptions(config: unknown, name: string): object {
  const tests = [config].flat() as readonly (ConfiguredTest | null | undefined)[]
  return tests.find((test) => test?.name === name)?.scenarios?.[name]?.journey?.options ?? {}
}

function operationOf(operation: MeasuredOperation | null): object | null {
  if (operation === null) return null
  const { operations, operationsPerSecond, errors, latency, limitedBy, verdict } = operation
  return {
    requests: operations,
    ops_per_sec: operationsPerSecond,
    avg_ms: latency?.mean ?? null,
    p50_ms: latency?.p50 ?? null,
    p90_ms: latency?.p90 ?? null,
    p99_ms: latency?.p99 ?? null,
    ok: Math.max(0, operations - errors),
    errors,
    limited_by: limitedBy.text,
    verdict,
  }
}

/**
 * Describes the machine and the versions, by the names of the published `env.json`; `null` for unknown values.
 *
 * The branch is that of the working directory. It is looked up in the calling thread, after all measurements.
 */
export function toskaEnvironment({ environment }: SuiteResult, folder: string = process.cwd()): object {
  const { startedAt, git, benchpress, node, os, arch, cpu, memory } = environment
  return {
    generated_at: startedAt,
    git: git === null ? null : { sha: git.commit, branch: branchOf(folder), dirty: git.dirty },
    benchpress,
    node,
    os: { type: platform(), name: os, arch, uname: `${type()} ${release()} ${version()} ${machine()}` },
    cpu: { model: cpu.model, cores: cpu.count },
    memory: { mem_total: memory.total },
    hostname: hostname(),
  }
}

const gitTimeout = 5000

// Git itself handles worktrees, and detached heads without a branch.
function branchOf(folder: string): string | null {
  try {
    const words = ['rev-parse', '--abbrev-ref', 'HEAD']
    const branch = execFileSync('git', words, { cwd: folder, timeout: gitTimeout, stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' })
    return branch.trim() === 'HEAD' ? null : branch.trim()
  } catch {
    return null
  }
}
