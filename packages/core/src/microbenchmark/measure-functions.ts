import { BenchpressError, messageOf } from '../base/errors/benchpress-error.ts'
import type { MicrobenchmarkSummary } from '../result/summary/test-summary.ts'
import type { CaseMeasurement } from './case-meter.ts'
import type { ModuleExport } from '../load/user/import-module.ts'
import { MicrobenchmarkThread } from './microbenchmark-thread.ts'
import type { MicrobenchmarkOrder, MicrobenchmarkReport, MicrobenchmarkShare } from './run-microbenchmark.ts'
import { summarizeCase } from './summarize-case.ts'

/** The functions of one module, and how long and in how many threads each is measured. Times in microseconds. */
export interface FunctionsToMeasure {
  readonly name: string
  readonly source: ModuleExport
  readonly time: number
  readonly warmup: number
  readonly parallel: number
}

/** All that is known of the functions of one module when they are measured. */
interface MeasuredFunctions extends FunctionsToMeasure {
  /** Names of its cases, in the order in which they are measured. */
  readonly cases: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly seed: number
  readonly inCallingThread: boolean
}

/** What can end a measurement, and what is told of it. */
export interface FunctionsListener {
  readonly signal: AbortSignal
  readonly onPhase: (name: string, phase: 'warm-up' | 'run') => void
  readonly onMeasured: (summary: MicrobenchmarkSummary) => void
  /** Hears what went wrong afterwards. */
  readonly onFailure: (message: string) => void
}

// What a call may take to end after the run was interrupted, in milliseconds.
const patience = 5000

/**
 * Measures the cases of a module one after the other, each in all threads at the same time; an interruption ends the case under way.
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
    const timers = await Promise.all(threads.map(async (thread) => readTimer(await thread.next(), plan)))
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
    // A function that did not end after an interruption was ended with its thread: that is no failure of its own.
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

// Between the phases all threads wait for each other, so that each measures while the others do.
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
