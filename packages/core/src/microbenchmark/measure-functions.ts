import { addUpReasons, sumOf } from '../base/units/count.ts'
import { BenchpressError, messageOf } from '../base/errors/benchpress-error.ts'
import { studentT } from '../result/compare/evidence.ts'
import type { MicrobenchmarkSummary, CallRate, CallTimes } from '../result/summary/test-summary.ts'
import type { CaseMeasurement } from './case-meter.ts'
import type { ModuleExport } from '../load/user/import-module.ts'
import { MicrobenchmarkThread } from './microbenchmark-thread.ts'
import type { MicrobenchmarkOrder, MicrobenchmarkReport, MicrobenchmarkShare } from './run-microbenchmark.ts'

/** The functions of one module, with the time and the number of threads to measure each. Times are in microseconds. */
export interface FunctionsToMeasure {
  readonly name: string
  readonly source: ModuleExport
  readonly time: number
  readonly warmup: number
  readonly parallel: number
}

/** The functions of one module with everything that is known when they are measured. */
interface MeasuredFunctions extends FunctionsToMeasure {
  /** Names of its cases, in the order in which they are measured. */
  readonly cases: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly seed: number
  readonly inCallingThread: boolean
}

interface FunctionsListener {
  readonly signal: AbortSignal
  readonly onPhase: (name: string, phase: 'warm-up' | 'run') => void
  readonly onMeasured: (summary: MicrobenchmarkSummary) => void
  /** Is called with what went wrong afterwards. */
  readonly onFailure: (message: string) => void
}

// Milliseconds that a call may take to end after the run was interrupted.
const patience = 5000

/**
 * Measures the cases of a module one after the other, each in all threads at the same time; an interruption ends the current case.
 *
 * @throws BenchpressError `SETUP_FAILED` or `INVALID_CONFIG` when a thread cannot be set up, `WORKER_FAILED` when one dies
 */
export async function measureFunctions(plan: MeasuredFunctions, listener: FunctionsListener): Promise<void> {
  const { signal, onFailure } = listener
  const threads = Array.from({ length: plan.parallel }, (_, thread) => startThread(plan, thread))
  let patient: NodeJS.Timeout | undefined
  const onAbort = (): void => {
    for (const thread of threads) thread.stop()
    if (!plan.inCallingThread) patient = setTimeout(() => void terminateAll(threads), patience)
  }
  signal.addEventListener('abort', onAbort, { once: true })
  let current: string | undefined
  try {
    const timers = await Promise.all(threads.map(async (thread) => readTimer(await thread.report, plan)))
    for (const name of plan.cases) {
      if (signal.aborted) break
      current = name
      const measurements = await measureCase(threads, name, listener)
      const facts = { name: plan.name, case: name, time: plan.time / 1e6, warmup: plan.warmup / 1e6, timer: Math.max(...timers) }
      listener.onMeasured(summarizeCase({ ...facts, isComplete: !signal.aborted }, measurements))
    }
    current = undefined
    const last = await askAll(threads, { type: 'end' })
    for (const report of last) if (report.type === 'ended' && report.failure !== undefined) onFailure(`teardown: ${report.failure}`)
  } catch (error) {
    // A function that did not end after an interruption was ended with its thread, which is not a failure of the function.
    if (!signal.aborted) throw asLost(error, plan, current)
  } finally {
    clearTimeout(patient)
    signal.removeEventListener('abort', onAbort)
    await terminateAll(threads)
  }
}

function startThread({ source, env, seed, time, warmup, inCallingThread }: MeasuredFunctions, thread: number): MicrobenchmarkThread {
  const share: MicrobenchmarkShare = { source, env, seed, thread, time: time / 1000, warmup: warmup / 1000 }
  return inCallingThread ? MicrobenchmarkThread.inThread(share) : MicrobenchmarkThread.inWorker(share)
}

function readTimer(report: MicrobenchmarkReport, { name }: MeasuredFunctions): number {
  if (report.type === 'ready') return report.timer
  const reason = report.type === 'failed' ? report.message : `it reported ${report.type}`
  if (report.type === 'failed' && report.isInvalid) throw new BenchpressError('INVALID_CONFIG', reason)
  throw new BenchpressError('SETUP_FAILED', `the set-up of the functions ${name} failed: ${reason}`)
}

// Threads wait for each other between the phases, so that all of them measure at the same time.
async function measureCase(
  threads: readonly MicrobenchmarkThread[],
  name: string,
  { onPhase }: FunctionsListener,
): Promise<readonly CaseMeasurement[]> {
  onPhase(name, 'warm-up')
  const warm = await askAll(threads, { type: 'warm-up', name })
  const batch = Math.max(...warm.map((report) => (report.type === 'warm' ? report.batch : 1)))
  onPhase(name, 'run')
  const measured = await askAll(threads, { type: 'measure', batch })
  return measured.flatMap((report) => (report.type === 'measured' ? report.measurement : []))
}

async function askAll(threads: readonly MicrobenchmarkThread[], order: MicrobenchmarkOrder): Promise<readonly MicrobenchmarkReport[]> {
  return await Promise.all(threads.map((thread) => thread.ask(order)))
}

async function terminateAll(threads: readonly MicrobenchmarkThread[]): Promise<void> {
  await Promise.all(threads.map((thread) => thread.terminate()))
}

function asLost(error: unknown, { name }: MeasuredFunctions, current: string | undefined): unknown {
  if (error instanceof BenchpressError) return error
  const reason = messageOf(error)
  return new BenchpressError(
    'WORKER_FAILED',
    `a thread of the functions ${name} died${current === undefined ? '' : ` in ${current}`}: ${reason}`,
    { cause: error },
  )
}

// Two parts are a third of the whole, so that the first and the last third can be compared without a single outlier deciding.
const parts = 12
// The fewest samples of a part with a meaningful median.
const leastInPart = 5

/** The settings of a case. Times are in seconds, but the time of the timer is in nanoseconds. */
type CaseFacts = Pick<MicrobenchmarkSummary, 'name' | 'case' | 'time' | 'warmup' | 'timer' | 'isComplete'>

/** Merges the measurements of a case from all threads, and describes their samples as one list. */
function summarizeCase(facts: CaseFacts, measurements: readonly CaseMeasurement[]): MicrobenchmarkSummary {
  const sum = (read: (measurement: CaseMeasurement) => number): number => sumOf(measurements, read)
  const samples = sum((each) => each.samples.length)
  const batch = measurements[0]?.batch ?? 1
  const course = courseOf(measurements.map((each) => each.samples))
  const callTime = describeSamples(join(measurements.map((each) => each.samples))) ?? null
  const cpus = measurements.flatMap(({ cpu }) => cpu ?? [])
  return {
    ...facts,
    isAsync: measurements.some(({ isAsync }) => isAsync),
    parallel: measurements.length,
    batch,
    samples,
    calls: sum(({ calls }) => calls),
    warmupCalls: sum(({ warmupCalls }) => warmupCalls),
    failed: sum(({ failed }) => failed),
    failures: addUpReasons(measurements.flatMap(({ failures }) => failures)),
    measured: ((callTime?.mean ?? 0) * samples * batch) / 1e9,
    callTime,
    callsPerSecond: callTime === null ? null : rateOf(callTime, measurements),
    course,
    cpu: cpus.length === 0 ? null : Math.min(...cpus),
  }
}

// The rate is that of the mean time: the mean of the rates of samples would be higher than what fits into a second.
function rateOf({ mean, marginOfError }: CallTimes, measurements: readonly CaseMeasurement[]): CallRate {
  const perThread = mean === 0 ? 0 : 1e9 / mean
  const total = sumOf(measurements, ({ samples }) => {
    const time = sumOf(samples, (sample) => sample)
    return time === 0 ? 0 : (samples.length * 1e9) / time
  })
  return { perThread, margin: marginOfError === null ? null : perThread * marginOfError, total }
}

/** The medians of equal parts of the samples, with all threads in each part. */
function courseOf(lists: readonly Float64Array[]): readonly number[] {
  if (lists.some((samples) => samples.length < parts * leastInPart)) return []
  return Array.from({ length: parts }, (_, part) => {
    const samples = lists.map((list) =>
      list.subarray(Math.floor((part * list.length) / parts), Math.floor(((part + 1) * list.length) / parts)),
    )
    return percentileOf(join(samples).toSorted(), 50)
  })
}

function join(lists: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(sumOf(lists, (list) => list.length))
  let at = 0
  for (const list of lists) {
    all.set(list, at)
    at += list.length
  }
  return all
}

/** Describes samples; `undefined` without any. Percentiles by nearest rank. */
export function describeSamples(samples: Float64Array): CallTimes | undefined {
  if (samples.length === 0) return undefined
  const { mean, variance } = momentsOf(samples)
  const deviation = Math.sqrt(variance)
  const sorted = samples.toSorted()
  return {
    mean,
    median: percentileOf(sorted, 50),
    p75: percentileOf(sorted, 75),
    p95: percentileOf(sorted, 95),
    p99: percentileOf(sorted, 99),
    min: sorted[0] ?? 0,
    max: sorted.at(-1) ?? 0,
    deviation,
    marginOfError: marginOf(samples.length, mean, deviation),
  }
}

/** The value below which a percentage of sorted values lies, by nearest rank. */
function percentileOf(sorted: Float64Array, percentile: number): number {
  const rank = Math.max(1, Math.ceil((percentile / 100) * sorted.length - 1e-9))
  return sorted[rank - 1] ?? 0
}

// Uses Welford's method, which is precise even if the deviation is small compared with the mean.
function momentsOf(samples: Float64Array): { readonly mean: number; readonly variance: number } {
  let mean = 0
  let squares = 0
  let count = 0
  for (const sample of samples) {
    const distance = sample - mean
    mean += distance / ++count
    squares += distance * (sample - mean)
  }
  return { mean, variance: count < 2 ? 0 : squares / (count - 1) }
}

const confidence = 0.95

function marginOf(count: number, mean: number, deviation: number): number | null {
  if (count < 2 || mean === 0) return null
  return (studentT(confidence, count - 1) * deviation) / Math.sqrt(count) / mean
}
