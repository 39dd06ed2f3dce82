import type { Task } from 'tinybench'
import { formatNumber, formatTime, type ReportSection, type ReportTable } from '@benchpress/core/report'
import type { ToskaValues } from '../toska-suite.ts'
import { openFollower, openKeyValueStore, type MeasuredFunctions } from './functions.ts'

/**
 * Measures the functions of the store in JavaScript, and a follower of it, one after the other in this thread with tinybench.
 *
 * @param signal ends the function that is being called, and leaves out those after it
 * @throws MissingPackageError where the store is not installed
 */
export async function measureFunctions(values: ToskaValues, signal: AbortSignal): Promise<readonly ReportSection[]> {
  const store = await sectionOf('KVStore', await openKeyValueStore(values), values, signal)
  const follower = signal.aborted ? [] : [await sectionOf('Replication', await openFollower(values), values, signal)]
  const notes = [
    'The store is the one in JavaScript that comes with benchpress, not Toska.',
    'Each call is timed by itself: the times of calls below a microsecond are mostly those of reading the clock.',
  ]
  return [store, ...follower, { title: '', parts: [notes] }]
}

async function sectionOf(
  of: string,
  { functions, close }: MeasuredFunctions,
  { functionTime: time, functionWarmup }: ToskaValues,
  signal: AbortSignal,
): Promise<ReportSection> {
  // A shorter time has a warm-up in proportion to the documented ones; a longer time needs no longer warm-up.
  const warmup = functionWarmup ?? Math.min(2, (time * 2) / 5)
  // Only this part needs it.
  const { Bench } = await import('tinybench')
  const bench = new Bench({ time: time * 1000, warmupTime: warmup * 1000, signal, iterations: 1, warmupIterations: 1, retainSamples: true })
  for (const [name, call] of Object.entries(functions)) bench.add(name, call)
  try {
    await bench.run()
  } finally {
    await close()
  }
  const table = { head: ['Scenario', 'ips', 'avg', 'p50', 'p95', 'p99'], rows: bench.tasks.map(rowOf) }
  return { title: `Microbench: ${of}`, intro: `${time} s each after ${warmup} s of warm-up`, parts: [table] }
}

function rowOf({ name, result }: Task): ReportTable['rows'][number] {
  if (!('latency' in result))
    return [result.state === 'errored' ? `${name}: ${result.error.message}` : name, ...Array<string>(5).fill('n/a')]
  // In milliseconds, the shortest first.
  const { mean, samples = [] } = result.latency
  const percentiles = [0.5, 0.95, 0.99].map((share) => samples[Math.ceil(share * samples.length) - 1] ?? null)
  return [name, formatNumber(1000 / mean), ...[mean, ...percentiles].map((time) => (time === null ? 'n/a' : formatTime(time)))]
}
