import { systemClock } from '../base/clock/clock.ts'
import type { ResolvedSuite } from '../config/resolve-suite.ts'
import type { ResolvedMicrobenchmark } from '../config/resolve-microbenchmark.ts'
import { isBenchpressError } from '../base/errors/benchpress-error.ts'
import { measureFunctions } from '../microbenchmark/measure-functions.ts'
import { hideSecrets, redactText } from '../base/redact/redact-text.ts'
import type { MicrobenchmarkSummary, Interruption, TestSummary } from '../result/summary/test-summary.ts'
import { listCases } from '../microbenchmark/microbenchmark.ts'
import { nameAbort, rest, type RunListeners, type RunOf, idleProgress, type OnProgress, type Phase } from './progress.ts'
import type { TestResult } from '../result/shape/result.ts'
import { usableCpus } from '../target/cgroup.ts'
import { judge } from '../result/verdict/judge.ts'
import { limitedBy } from '../result/verdict/limited-by.ts'

/**
 * Makes all runs of a test of functions, each in newly started threads; adds each result as it comes.
 *
 * An interruption ends the repeats. A thread that dies after something was measured ends its run with a partial result.
 *
 * @throws InvalidConfigError for functions that cannot be loaded or do not exist; BenchpressError `SETUP_FAILED`, `WORKER_FAILED`
 */
export async function runFunctions(
  test: ResolvedMicrobenchmark,
  { repeats, pause }: ResolvedSuite,
  listeners: RunListeners,
  results: TestResult[],
): Promise<void> {
  for (let repeat = 1; repeat <= repeats; repeat++) {
    if (repeat > 1 && !(await rest(pause, listeners.signal))) return
    const result = await runOnce(test, { variant: 'default', repeat, repeats }, listeners)
    results.push(result)
    if (result.interrupted !== null) return
  }
}

async function runOnce(test: ResolvedMicrobenchmark, run: RunOf, { signal, onProgress }: RunListeners): Promise<TestResult> {
  const { env, seed, inCallingThread, secrets } = test
  const progress = new FunctionsProgress(test, run, onProgress)
  const startedAt = new Date().toISOString()
  const start = systemClock.now()
  const microbenchmarks: MicrobenchmarkSummary[] = []
  let interrupted = null as Interruption | null
  const seconds = (): number => (systemClock.now() - start) / 1e6
  const onAbort = (): void => {
    interrupted = { cause: 'signal', reason: nameAbort(signal.reason), at: seconds() }
  }
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort, { once: true })
  try {
    progress.say('setup', inCallingThread ? 'no threads of their own: the functions run in the thread that called' : undefined)
    const cases = await listCases(test.functions)
    for (const functions of test.functions) {
      if (signal.aborted) break
      const { name, time, warmup } = functions
      await measureFunctions(
        { ...functions, cases: cases.get(name) ?? [], env, seed, inCallingThread },
        {
          signal,
          onPhase: (of, phase) => progress.phase(of, phase, (phase === 'run' ? time : warmup) / 1e6),
          onMeasured: (summary) => void microbenchmarks.push(summary),
          onFailure: (message) => progress.say('teardown', redactText(hideSecrets(message, secrets))),
        },
      )
    }
  } catch (error) {
    if (!isBenchpressError(error) || microbenchmarks.length === 0) throw error
    interrupted ??= { cause: error.code === 'WORKER_FAILED' ? 'worker' : 'setup', reason: redactText(error.message), at: seconds() }
  } finally {
    signal.removeEventListener('abort', onAbort)
    progress.stop()
  }
  return summarizeFunctions(test, { repeat: run.repeat, startedAt, duration: seconds(), interrupted, microbenchmarks })
}

/** The result of a test of functions that could not be set up. */
export function unfinishedFunctions(test: ResolvedMicrobenchmark, reason: string, repeat: number): TestResult {
  const interrupted: Interruption = { cause: 'setup', reason: redactText(reason), at: 0 }
  return summarizeFunctions(test, { repeat, startedAt: new Date().toISOString(), duration: 0, interrupted, microbenchmarks: [] })
}

const second = 1000

/** Reports the progress of a test of functions at each change, and each second. */
class FunctionsProgress {
  readonly #run: Parameters<typeof idleProgress>[0]
  readonly #tell: OnProgress | undefined
  #ticking: NodeJS.Timeout | undefined

  constructor({ name }: ResolvedMicrobenchmark, run: RunOf, onProgress: OnProgress | undefined) {
    this.#run = { test: name, ...run }
    this.#tell = onProgress
  }

  say(phase: Phase, message: string | undefined): void {
    this.#tell?.(idleProgress(this.#run, phase, message))
  }

  /** Notes that a function of this name is called for a number of seconds. */
  phase(name: string, phase: 'warm-up' | 'run', total: number): void {
    this.stop()
    const start = performance.now()
    const tell = (): void => {
      const elapsed = Math.min(total, (performance.now() - start) / second)
      this.#tell?.({ ...idleProgress(this.#run, phase, undefined), case: name, elapsed, total })
    }
    tell()
    this.#ticking = setInterval(tell, second)
  }

  stop(): void {
    clearInterval(this.#ticking)
  }
}

/** The result of one run of a test of functions, which has neither target nor load. */
function summarizeFunctions(
  { name, seed, inCallingThread, secrets }: ResolvedMicrobenchmark,
  run: Pick<TestSummary, 'repeat' | 'startedAt' | 'duration' | 'interrupted' | 'microbenchmarks'>,
): TestResult {
  const { repeat, startedAt, duration, interrupted, microbenchmarks } = run
  const summary: TestSummary = {
    name,
    kind: 'functions',
    variant: 'default',
    repeat,
    sweep: null,
    startedAt,
    duration,
    interrupted,
    target: { kind: 'none', url: '', command: null, address: '', local: true, tls: null, cpu: null, rss: null, failed: null },
    generator: { threads: [], inCallingThread, timing: 'auto', preciseShare: null, cpu: null, rss: null, strayErrors: null },
    cpus: usableCpus(),
    hostCpu: null,
    hostInterruptCpu: null,
    resources: [],
    absences: [],
    scenarios: [],
    microbenchmarks,
    seed,
    thresholds: [],
    deliveries: [],
    metrics: {},
  }
  return hideSecrets({ ...summary, verdict: judge(summary), limitedBy: limitedBy(summary) }, secrets)
}
