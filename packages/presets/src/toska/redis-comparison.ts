import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
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
  CommandTarget,
} from '@benchpress/core'
import { isPresetError, MissingPackageError, moduleBeside, PresetPackages } from '@benchpress/core/preset'
import type { ImportedRedis } from './imported-results.ts'

/** The names of the tests that compare a store with Redis. */
export const comparedTests = {
  write: { redis: 'redis-set', toska: 'toska-put' },
  read: { redis: 'redis-get', toska: 'toska-get' },
} as const

/** One operation on one side: the rate and the verdict cover all runs, and other figures are of the first run. */
export interface MeasuredOperation {
  /** The geometric mean of the runs that are compared, of which the ratio is. */
  readonly operationsPerSecond: number
  readonly operations: number
  /** Operations that failed, including wrong values. */
  readonly errors: number
  /** Milliseconds from the call of an operation to its last byte, on both sides including the wait for a connection. */
  readonly latency: TimeSummary | null
  readonly limitedBy: LimitedBy
  /** The worst verdict of all runs. */
  readonly verdict: Level
}

/** The same operation on both sides; `null` where it was not run. */
export interface ComparedOperation {
  readonly redis: MeasuredOperation | null
  readonly toska: MeasuredOperation | null
  /** Redis as a multiple of Toska by the rates of their runs. */
  readonly ratio: Pick<RunsComparison, 'ratio' | 'interval'>
  /** Number of runs of the side with fewer. */
  readonly runs: number
}

/** The comparison of a store with Redis. */
export interface RedisComparison {
  readonly write: ComparedOperation
  readonly read: ComparedOperation
  /** Why Redis was not measured; `null` where it was. */
  readonly missing: string | null
  /** Results of redis-benchmark; `null` where none were given. */
  readonly redisBenchmark: ImportedRedis | null
}

/** Reads the comparison of a suite; `null` where there is none. */
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

// Reads and writes are compared together.
const comparedFigures = 2

function compareOperation(redis: readonly MeasuredOperation[], toska: readonly MeasuredOperation[]): ComparedOperation {
  const [ofRedis, ofToska] = [redis, toska].map((runs) => runs.map(({ operationsPerSecond }) => operationsPerSecond)) as [
    number[],
    number[],
  ]
  const ratio = compareRuns(ofToska, ofRedis, { better: 'high', figures: comparedFigures })
  return {
    redis: operationOf(redis, ratio.sides.head?.middle),
    toska: operationOf(toska, ratio.sides.base?.middle),
    ratio,
    runs: Math.min(redis.length, toska.length),
  }
}

/** The operation of all runs of a side; its rate is the middle of theirs. */
function operationOf(runs: readonly MeasuredOperation[], middle: number | undefined): MeasuredOperation | null {
  const [first] = runs
  if (first === undefined) return null
  const verdict = (['invalid', 'suspect'] as const).find((level) => runs.some((run) => run.verdict === level)) ?? 'valid'
  return { ...first, operationsPerSecond: middle ?? first.operationsPerSecond, verdict }
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

// Adds up both kinds of errors, of which a side has only one: over RESP there are no HTTP requests.
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

// Service times would begin at different moments: for a command at its call, for an HTTP request at its send.
function latencyOf({ responseTime, users }: ScenarioSummary): TimeSummary | null {
  const commands = users?.pluginRequests.find(({ plugin }) => plugin === 'redis')
  const times = commands?.responseTime ?? responseTime
  return times.count > 0 ? times : null
}

/** The target and the plugin for Redis, or why they are missing. */
export type FoundRedis = { readonly target: CommandTarget; readonly plugin: string } | { readonly missing: string }

/** Finds the server and the plugin for the comparison with Redis. */
export function findRedis(): FoundRedis {
  if (!isOnPath('redis-server')) return { missing: 'there is no redis-server on the PATH' }
  const found = findModule('@benchpress/example-plugin-resp/plugin')
  if ('missing' in found) return found
  const program = fileURLToPath(moduleBeside(import.meta.url, './redis-process'))
  return { target: { command: [process.execPath, program], ready: { log: 'listening on (?<url>\\S+)' } }, plugin: found.url }
}

/** Finds a module of an optional package, or why it is missing. */
function findModule(module: string): { readonly url: string } | { readonly missing: string } {
  try {
    return { url: new PresetPackages(process.cwd(), import.meta.url).resolve(module) }
  } catch (error) {
    if (!isPresetError(error, MissingPackageError)) throw error
    return { missing: `${error.message}: npm i -D ${error.missing}` }
  }
}

function isOnPath(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return folder !== ''
    } catch {
      return false
    }
  })
}
