import { InvalidFlagError } from '@benchpress/core/preset'

/** One function as another tool measured it. Times in nanoseconds. */
export interface ImportedFunction {
  readonly name: string
  /** Calls per second. */
  readonly ips: number | null
  readonly average: number | null
  readonly median: number | null
  readonly p99: number | null
}

/** One operation as redis-benchmark measured it. Times in milliseconds; `null` in the output of old versions, which lacks them. */
export interface ImportedOperation {
  readonly operationsPerSecond: number
  readonly mean: number | null
  readonly p50: number | null
  readonly p99: number | null
}

/** Writing and reading as redis-benchmark measured them. */
export interface ImportedRedis {
  readonly write: ImportedOperation | null
  readonly read: ImportedOperation | null
}

/**
 * Reads functions that Benchee measured: its own JSON, or the `microbench_kv_store.json` that the published scripts make from it.
 *
 * @throws InvalidFlagError when the text is neither
 */
export function parseBenchee(text: string): readonly ImportedFunction[] {
  const functions = scenariosOf(parseJson(text)).flatMap(readFunction)
  if (functions.length > 0) return functions
  throw new InvalidFlagError('has no function that Benchee measured', {
    hint: 'Give the JSON that the formatter of Benchee writes, or the microbench_kv_store.json of the published scripts.',
  })
}

/**
 * Reads SET and GET from the output of `redis-benchmark --csv`.
 *
 * @throws InvalidFlagError when both are missing
 */
export function parseRedisBenchmark(text: string): ImportedRedis {
  const rows = text
    .split(/\r?\n/)
    .map((line) => [...line.matchAll(/"([^"]*)"/g)].map(([, cell = '']) => cell))
    .filter((row) => row.length > 1)
  const head = rows.find(([first]) => first === 'test') ?? ['test', 'rps']
  const find = (name: string): ImportedOperation | null => {
    const row = rows.find(([test]) => test === name)
    const cell = (column: string): number | null => numberIn(row?.[head.indexOf(column)])
    const operationsPerSecond = cell('rps')
    if (operationsPerSecond === null) return null
    return { operationsPerSecond, mean: cell('avg_latency_ms'), p50: cell('p50_latency_ms'), p99: cell('p99_latency_ms') }
  }
  const redis = { write: find('SET'), read: find('GET') }
  if (redis.write !== null || redis.read !== null) return redis
  throw new InvalidFlagError('has neither SET nor GET of redis-benchmark', { hint: 'Give what redis-benchmark -t set,get --csv prints.' })
}

function scenariosOf(content: unknown): readonly unknown[] {
  const scenarios: unknown = isObject(content) ? content['scenarios'] : content
  return Array.isArray(scenarios) ? scenarios : []
}

function readFunction(scenario: unknown): readonly ImportedFunction[] {
  if (!isObject(scenario) || typeof scenario['name'] !== 'string') return []
  const { name, run_time_data: data } = scenario
  // Benchee nests the statistics deeper, and keeps percentiles by number.
  const statistics = isObject(data) && isObject(data['statistics']) ? data['statistics'] : scenario
  const percentiles = isObject(statistics['percentiles']) ? statistics['percentiles'] : {}
  const number = (key: string): number | null => numberIn(statistics[key])
  const ips = number('ips')
  const average = number('average')
  if (ips === null && average === null) return []
  return [{ name, ips, average, median: number('median'), p99: number('p99') ?? numberIn(percentiles['99']) }]
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidFlagError('is not JSON')
  }
}

function numberIn(value: unknown): number | null {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : null
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
