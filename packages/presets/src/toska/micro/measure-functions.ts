import type { ReportSection, ReportTable } from '@benchpress/core/report'
import { formatNumber, formatTime } from '@benchpress/report/format'
import { parametersFor, type ToskaSettings } from '../toska-parameters.ts'
import { openFollower } from './follower.ts'
import { openKvStore, type MeasuredFunctions } from './kv-store.ts'

/**
 * Measures the functions of the store in JavaScript, and a follower of it, one after the other in this thread with tinybench.
 *
 * @param signal ends the function that is being called, and leaves out those after it
 * @throws MissingPackageError where the store is not installed
 */
export async function measureFunctions(own: ToskaSettings, signal: AbortSignal): Promise<readonly ReportSection[]> {
  const parameters = parametersFor(own)
  const store = await tableOf('KVStore', await openKvStore(parameters), parameters, signal)
  const follower = signal.aborted ? [] : [await tableOf('Replication', await openFollower(parameters), parameters, signal)]
  return [store, ...follower, { title: '', parts: [notes] }]
}

const notes = [
  'The store is the one in JavaScript that comes with benchpress, not Toska.',
  'Each call is timed by itself: the times of calls below a microsecond are mostly those of reading the clock.',
]

type Length = Readonly<Record<'time' | 'warmup', number>>

async function tableOf(of: string, { functions, close }: MeasuredFunctions, length: Length, signal: AbortSignal): Promise<ReportSection> {
  try {
    const { time, warmup } = length
    const rows = await measure(functions, { time: time * 1000, warmupTime: warmup * 1000, signal })
    const table: ReportTable = { head: ['Scenario', 'ips', 'avg', 'p50', 'p95', 'p99'], rows }
    return { title: `Microbench: ${of}`, intro: `${time} s each after ${warmup} s of warm-up`, parts: [table] }
  } finally {
    await close()
  }
}

async function measure(
  functions: MeasuredFunctions['functions'],
  options: { readonly time: number; readonly warmupTime: number; readonly signal: AbortSignal },
): Promise<ReportTable['rows']> {
  // Only this part needs it.
  const { Bench } = await import('tinybench')
  const bench = new Bench({ ...options, iterations: 1, warmupIterations: 1, retainSamples: true })
  for (const [name, call] of Object.entries(functions)) bench.add(name, call)
  await bench.run()
  return bench.tasks.map(({ name, result }) => {
    if (result.state === 'errored') return [`${name}: ${result.error.message}`, 'n/a', 'n/a', 'n/a', 'n/a', 'n/a']
    if (!('latency' in result)) return [name, 'n/a', 'n/a', 'n/a', 'n/a', 'n/a']
    // In milliseconds, the shortest first.
    const { mean, samples = [] } = result.latency
    const percentiles = [0.5, 0.95, 0.99].map((share) => samples[Math.ceil(share * samples.length) - 1] ?? null)
    return [name, formatNumber(1000 / mean), ...[mean, ...percentiles].map((time) => (time === null ? 'n/a' : formatTime(time)))]
  })
}
