import type { ScenarioSummary, SuiteResult, TestResult } from '@benchpress/core'
import { benchmarkEndpoints } from './hypha-endpoints.ts'
import { loadLevels, nameOfCase } from './hypha-cases.ts'

/** One of the two sides that are compared. */
export type Side = 'single' | 'cluster'

/** One run of one endpoint at one load level. */
export interface LoadRun {
  readonly level: string
  readonly test: TestResult
  readonly load: ScenarioSummary
}

/** One run of each endpoint at each level on one side. */
export type Pass = readonly LoadRun[]

const levelOfCase = new Map(
  loadLevels.flatMap(([level]) => benchmarkEndpoints.map((endpoint) => [nameOfCase(level, endpoint.name), level] as const)),
)

/** The passes of a side. Each has all cases that were run on both sides, or on the only one; without one of them it is left out. */
export function passesOf({ tests }: SuiteResult, side: Side): readonly Pass[] {
  const runs = tests.flatMap((test): Pass => {
    const [level, [load]] = [levelOfCase.get(test.name), test.scenarios]
    return level === undefined || load === undefined || load.counts.started === 0 ? [] : [{ level, test, load }]
  })
  const [own, others] = [runs.filter((run) => sideOf(run) === side), runs.filter((run) => sideOf(run) !== side)]
  const isCommon = ({ test }: LoadRun): boolean => others.length === 0 || others.some((run) => run.test.name === test.name)
  const common = own.filter(isCommon)
  const cases = new Set(common.map(({ test }) => test.name)).size
  return [...Map.groupBy(common, ({ test }) => test.repeat).values()].filter((pass) => pass.length === cases)
}

function sideOf({ test: { variant, target } }: LoadRun): Side {
  if (variant === 'single' || variant === 'cluster') return variant
  return target.servers === undefined ? 'single' : 'cluster'
}

/**
 * Right responses per second of the run phase: failed requests are no throughput, and responses to the warm-up, which for 500 requests, 50 at a time, would be
 * 10 %, are left out.
 */
export function throughputOf({ counts, duration }: Pick<ScenarioSummary, 'counts' | 'duration'>): number {
  return duration === 0 ? 0 : counts.outcomes.ok / duration
}

/** The run with the highest throughput. */
export function peakOf(pass: Pass): LoadRun | undefined {
  return pass.toSorted((a, b) => throughputOf(b.load) - throughputOf(a.load))[0]
}

/** The mean throughput of all endpoints at all levels, or at one; `null` where it was not run. */
export function meanThroughput(pass: Pass, level?: string): number | null {
  return average(at(pass, level).map(({ load }) => throughputOf(load)))
}

/** The mean response time of all endpoints at all levels, or at one, in milliseconds; `null` where nothing responded. */
export function meanTime(pass: Pass, level?: string): number | null {
  return average(at(pass, level).flatMap(({ load }) => load.responseTime.mean ?? []))
}

/** The right responses among the requests, of all levels or of one. */
export function rightOf(pass: Pass, level?: string): { readonly part: number; readonly of: number } {
  const counts = at(pass, level).map(({ load }) => load.counts)
  const sum = (read: (count: (typeof counts)[number]) => number): number => counts.reduce((all, count) => all + read(count), 0)
  return { part: sum(({ outcomes }) => outcomes.ok), of: sum(({ started }) => started) }
}

/** The runs of a pass at one level; all of them without one. */
export function at(pass: Pass, level: string | undefined): Pass {
  return level === undefined ? pass : pass.filter((run) => run.level === level)
}

function average(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}
