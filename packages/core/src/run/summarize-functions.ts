import type { ResolvedMicrobenchmark } from '../config/resolve-microbenchmark.ts'
import type { MicrobenchmarkSummary } from '../result/summary/microbenchmark-summary.ts'
import type { Interruption, TestSummary } from '../result/summary/summary.ts'
import { usableCpus } from '../target/cgroup.ts'
import { judge } from '../result/verdict/judge.ts'
import { limitedBy } from '../result/verdict/limited-by.ts'
import type { TestResult } from '../result/shape/result.ts'

/** What one run of a test of functions left behind. */
interface FunctionsFacts {
  readonly repeat: number
  readonly startedAt: Date
  /** Seconds. */
  readonly duration: number
  readonly interrupted: Interruption | null
  readonly measured: readonly MicrobenchmarkSummary[]
}

/** The result of one run of a test of functions, which has neither target nor load. */
export function summarizeFunctions({ name, seed, inCallingThread }: ResolvedMicrobenchmark, facts: FunctionsFacts): TestResult {
  const summary: TestSummary = {
    name,
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
