import { InvalidFlagError } from '@benchpress/core/preset'

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

function numberIn(value: unknown): number | null {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : null
}
