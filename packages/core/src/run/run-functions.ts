import { systemClock } from '../base/clock/clock.ts'
import type { ResolvedSuite } from '../config/resolve-suite.ts'
import type { ResolvedFunctions, ResolvedMicrobenchmark } from '../config/resolve-microbenchmark.ts'
import { isBenchpressError } from '../base/errors/benchpress-error.ts'
import { measureFunctions } from '../microbenchmark/measure-functions.ts'
import { hideSecrets, redactText } from '../base/redact/redact-text.ts'
import type { MicrobenchmarkSummary, Interruption, TestSummary } from '../result/summary/test-summary.ts'
import { listCases } from '../microbenchmark/microbenchmark.ts'
import { nameAbort, rest, type RunListeners, idleProgress, type OnProgress, type Phase, type Progress } from './progress.ts'
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
    const result = await runOnce(test, new FunctionsProgress(test, repeat, repeats, listeners.onProgress), listeners.signal)
    results.push(result)
    if (result.interrupted !== null) return
  }
}

async function runOnce(test: ResolvedMicrobenchmark, progress: FunctionsProgress, signal: AbortSignal): Promise<TestResult> {
  const startedAt = new Date()
  const start = systemClock.now()
  const measured: MicrobenchmarkSummary[] = []
  let interrupted = null as Interruption | null
  const seconds = (): number => (systemClock.now() - start) / 1e6
  const onAbort = (): void => {
    interrupted = { cause: 'signal', reason: nameAbort(signal.reason), at: seconds() }
  }
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort, { once: true })
  try {
    progress.setup()
    const cases = await listCases(test.functions)
    for (const functions of test.functions) {
      if (signal.aborted) break
      await measure(test, functions, cases.get(functions.name) ?? [], { progress, signal, measured })
    }
  } catch (error) {
    if (!isBenchpressError(error) || measured.length === 0) throw error
    interrupted ??= { cause: error.code === 'WORKER_FAILED' ? 'worker' : 'setup', reason: redactText(error.message), at: seconds() }
  } finally {
    signal.removeEventListener('abort', onAbort)
    progress.stop()
  }
  const facts = { repeat: progress.repeat, startedAt, duration: seconds(), interrupted, measured }
  return hideSecrets(summarizeFunctions(test, facts), test.secrets)
}

/** The result of a test of functions that could not be set up. */
export function unfinishedFunctions(test: ResolvedMicrobenchmark, reason: string, repeat: number): TestResult {
  const interrupted: Interruption = { cause: 'setup', reason: redactText(reason), at: 0 }
  return hideSecrets(summarizeFunctions(test, { repeat, startedAt: new Date(), duration: 0, interrupted, measured: [] }), test.secrets)
}

interface Listeners {
  readonly progress: FunctionsProgress
  readonly signal: AbortSignal
  readonly measured: MicrobenchmarkSummary[]
}

async function measure(
  { env, seed, inCallingThread }: ResolvedMicrobenchmark,
  functions: ResolvedFunctions,
  cases: readonly string[],
  { progress, signal, measured }: Listeners,
): Promise<void> {
  await measureFunctions(
    { ...functions, cases, env, seed, inCallingThread },
    {
      signal,
      onPhase: (name, phase) => progress.phase(name, phase, (phase === 'run' ? functions.time : functions.warmup) / 1e6),
      onMeasured: (summary) => void measured.push(summary),
      onFailure: (message) => progress.say('teardown', message),
    },
  )
}

const second = 1000

/** Reports the progress of a test of functions at each change, and each second. */
class FunctionsProgress {
  readonly repeat: number
  readonly #test: ResolvedMicrobenchmark
  readonly #repeats: number
  readonly #tell: OnProgress | undefined
  #ticking: NodeJS.Timeout | undefined

  constructor(test: ResolvedMicrobenchmark, repeat: number, repeats: number, onProgress: OnProgress | undefined) {
    this.#test = test
    this.repeat = repeat
    this.#repeats = repeats
    this.#tell = onProgress
  }

  setup(): void {
    const message = 'no threads of their own: the functions run in the thread that called'
    this.#tell?.(this.#idle('setup', this.#test.inCallingThread ? message : undefined))
  }

  say(phase: Phase, message: string): void {
    this.#tell?.(this.#idle(phase, redactText(hideSecrets(message, this.#test.secrets))))
  }

  /** Notes that a function of this name is called for a number of seconds. */
  phase(name: string, phase: 'warm-up' | 'run', total: number): void {
    this.stop()
    const start = performance.now()
    const tell = (): void => {
      const elapsed = Math.min(total, (performance.now() - start) / second)
      this.#tell?.({ ...this.#idle(phase, undefined), case: name, elapsed, total })
    }
    tell()
    this.#ticking = setInterval(tell, second)
  }

  stop(): void {
    clearInterval(this.#ticking)
  }

  #idle(phase: Phase, message: string | undefined): Progress {
    return idleProgress({ test: this.#test.name, variant: 'default', repeat: this.repeat, repeats: this.#repeats }, phase, message)
  }
}

/** The facts of one run of a test of functions. */
interface FunctionsFacts {
  readonly repeat: number
  readonly startedAt: Date
  /** Duration in seconds. */
  readonly duration: number
  readonly interrupted: Interruption | null
  readonly measured: readonly MicrobenchmarkSummary[]
}

/** The result of one run of a test of functions, which has neither target nor load. */
function summarizeFunctions({ name, seed, inCallingThread }: ResolvedMicrobenchmark, facts: FunctionsFacts): TestResult {
  const summary: TestSummary = {
    name,
    kind: 'functions',
    variant: 'default',
    repeat: facts.repeat,
    sweep: null,
    startedAt: facts.startedAt.toISOString(),
    duration: facts.duration,
    interrupted: facts.interrupted,
    target: {
      kind: 'none',
      url: '',
      command: null,
      address: '',
      local: true,
      tls: null,
      cpu: null,
      rss: null,
      failed: null,
    },
    generator: { threads: [], inCallingThread, timing: 'auto', preciseShare: null, cpu: null, rss: null, strayErrors: null },
    cpus: usableCpus(),
    hostCpu: null,
    hostInterruptCpu: null,
    resources: [],
    absences: [],
    scenarios: [],
    microbenchmarks: facts.measured,
    seed,
    thresholds: [],
    deliveries: [],
    metrics: {},
  }
  return { ...summary, verdict: judge(summary), limitedBy: limitedBy(summary) }
}
