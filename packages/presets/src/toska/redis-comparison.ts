import { compareRuns } from '@benchpress/core'
import type {
  Level,
  LimitedBy,
  MetricSummary,
  RunsComparison,
  ScenarioSummary,
  SuiteResult,
  TestResult,
  TimeSummary,
} from '@benchpress/core'
import type { FoundRedis } from './find-redis.ts'
import type { ImportedRedis } from './imported-results.ts'
import { comparedTests } from './toska-suite.ts'

/** One operation on one side: all but its rate and its verdict is of the first run. */
export interface MeasuredOperation {
  /** Of several runs the mean. */
  readonly operationsPerSecond: number
  readonly operations: number
  /** Operations that did not end as they should, wrong values among them. */
  readonly errors: number
  /** From when an operation was asked for to its last byte, in milliseconds: waiting for a connection is in it, on both sides. */
  readonly latency: TimeSummary | null
  readonly limitedBy: LimitedBy
  /** The worst of its runs. */
  readonly verdict: Level
}

/** The same operation on both sides; `null` where it was not run. */
export interface ComparedOperation {
  readonly redis: MeasuredOperation | null
  readonly toska: MeasuredOperation | null
  /** Redis as a multiple of Toska by the rates of their runs. */
  readonly ratio: Pick<RunsComparison, 'ratio' | 'interval'>
  /** Of the side that has fewer. */
  readonly runs: number
}

/** What was measured of a store beside Redis. */
export interface RedisComparison {
  readonly write: ComparedOperation
  readonly read: ComparedOperation
  /** Why there is nothing of Redis; `null` where there is. */
  readonly missing: string | null
  /** What redis-benchmark measured elsewhere; `null` where the reader gave nothing. */
  readonly redisBenchmark: ImportedRedis | null
}

/** Reads the comparison; `null` where there is none. */
export function compareWithRedis(
  { tests }: SuiteResult,
  redis: FoundRedis,
  redisBenchmark: ImportedRedis | null = null,
): RedisComparison | null {
  const find = (name: string): readonly MeasuredOperation[] =>
    tests.filter(({ scenarios }) => scenarios.some((scenario) => scenario.name === name)).flatMap(measureOperation)
  const write = compareOperation(find(comparedTests.write.redis), find(comparedTests.write.toska))
  const read = compareOperation(find(comparedTests.read.redis), find(comparedTests.read.toska))
  const isThere = write.redis !== null || read.redis !== null
  if (!isThere && write.toska === null && read.toska === null) return null
  return { write, read, missing: isThere ? null : 'missing' in redis ? redis.missing : 'it was not run', redisBenchmark }
}

// Reads and writes are looked at together.
const comparedFigures = 2

function compareOperation(redis: readonly MeasuredOperation[], toska: readonly MeasuredOperation[]): ComparedOperation {
  const [ofRedis, ofToska] = [redis, toska].map((runs) => runs.map(({ operationsPerSecond }) => operationsPerSecond)) as [
    number[],
    number[],
  ]
  return {
    redis: operationOf(redis),
    toska: operationOf(toska),
    ratio: compareRuns(ofToska, ofRedis, { better: 'high', figures: comparedFigures }),
    runs: Math.min(redis.length, toska.length),
  }
}

function operationOf(runs: readonly MeasuredOperation[]): MeasuredOperation | null {
  const [first] = runs
  if (first === undefined) return null
  const verdict = (['invalid', 'suspect'] as const).find((level) => runs.some((run) => run.verdict === level)) ?? 'valid'
  return { ...first, operationsPerSecond: runs.reduce((sum, run) => sum + run.operationsPerSecond, 0) / runs.length, verdict }
}

function measureOperation(test: TestResult): readonly MeasuredOperation[] {
  const [scenario] = test.scenarios
  const iterations = scenario?.users?.iterations
  if (scenario === undefined || iterations === undefined || iterations.started === 0) return []
  const operations = iterations.completed + iterations.failed
  return [
    {
      operationsPerSecond: scenario.duration === 0 ? 0 : operations / scenario.duration,
      operations,
      errors: errorsOf(test, scenario),
      latency: latencyOf(scenario),
      limitedBy: test.limitedBy,
      verdict: test.verdict.level,
    },
  ]
}

// A side is one or the other: over RESP there are no requests.
function errorsOf({ metrics }: TestResult, { counts }: ScenarioSummary): number {
  const { ok, aborted } = counts.outcomes
  return counts.started - ok - aborted + wrongCommands(metrics['redis_commands']) + countOf(metrics['redis_wrong_values'])
}

function wrongCommands(metric: MetricSummary | undefined): number {
  if (metric?.type !== 'counter') return 0
  const series = metric.by?.series ?? []
  return series.filter(({ name }) => name !== 'ok' && name !== 'aborted').reduce((sum, { count }) => sum + count, 0)
}

function countOf(metric: MetricSummary | undefined): number {
  return metric?.type === 'counter' ? metric.count : 0
}

// Service times would begin at different instants: a command's when it is asked for, a request's over HTTP when it is sent.
function latencyOf({ responseTime, users }: ScenarioSummary): TimeSummary | null {
  const commands = users?.pluginRequests.find(({ plugin }) => plugin === 'redis')
  const times = commands?.responseTime ?? responseTime
  return times.count > 0 ? times : null
}
