import type { Config, Duration } from '../config/config.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { systemClock } from '../clock/clock.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseDuration } from '../duration/duration.ts'
import { startTarget } from '../target/start-target.ts'
import type { RunningTarget } from '../target/running-target.ts'
import { judge } from '../verdict/judge.ts'
import { limitedBy } from '../verdict/limited-by.ts'
import { worstVerdict } from '../verdict/worst-verdict.ts'
import { captureEnvironment } from './capture-environment.ts'
import { LoadCollector } from './load-collector.ts'
import type { OnProgress } from './progress.ts'
import { redactConfig } from './redact.ts'
import type { SuiteResult, TestResult } from './result.ts'
import { runTest } from './run-test.ts'
import { summarizeTest } from './summarize-test.ts'

/** Tests that are run one after the other and reported together. */
export interface SuiteConfig {
  readonly name: string
  readonly tests: readonly Config[]
  /** How often each test is run. Default 1. */
  readonly repeats?: number
  /** Rest between two runs. Default 0. */
  readonly pause?: Duration
}

/** How a suite is run. */
export interface RunOptions {
  /** Ends the run early: what is in flight has the graceful stop to end, and the result is marked as interrupted. */
  readonly signal?: AbortSignal | undefined
  /** Called each second, in the thread that called. */
  readonly onProgress?: OnProgress | undefined
}

/**
 * Runs each test of a suite as often as asked, and judges the whole by its worst test.
 *
 * A target is started once for all runs of its test. Runs in the calling thread but for the load, which runs in worker
 * threads. Resolves with a partial result after an interruption; tests that had not begun are left out.
 *
 * @throws InvalidConfigError with everything that is wrong, before any I/O; BenchpressError when a target cannot be started or reached
 */
export async function runSuite(suite: SuiteConfig, options: RunOptions = {}): Promise<SuiteResult> {
  const { resolveConfig } = await import('../config/resolve-config.ts')
  const configs = suite.tests.map((test) => resolveConfig(test))
  const environment = await captureEnvironment()
  const tests: TestResult[] = []
  for (const config of configs) {
    if (tests.length > 0 && options.signal?.aborted === true) break
    tests.push(...(await runRepeats(config, suite, options)))
  }
  const config = redactConfig(suite.tests.length === 1 ? suite.tests[0] : suite.tests)
  const names = tests.map((test) => (tests.length === 1 ? '' : nameTest(test)))
  const verdict = worstVerdict(
    tests.map((test) => test.verdict),
    names,
  )
  return { schemaVersion: 1, name: suite.name, verdict, environment, config, tests }
}

function nameTest({ name, variant, repeat }: TestResult): string {
  return `${name}${variant === 'default' ? '' : ` (${variant})`} run ${repeat}`
}

async function runRepeats(config: ResolvedConfig, suite: SuiteConfig, options: RunOptions): Promise<TestResult[]> {
  const repeats = suite.repeats ?? 1
  let target: RunningTarget
  try {
    target = await startTarget(config.target, { signal: options.signal, unixSocket: config.unixSocket })
  } catch (error) {
    if (options.signal?.aborted === true) return [interruptedBeforeStart(config)]
    throw error
  }
  try {
    const tests: TestResult[] = []
    for (let repeat = 1; repeat <= repeats; repeat++) {
      if (repeat > 1) await rest(suite.pause, options.signal)
      if (repeat > 1 && options.signal?.aborted === true) break
      const { signal, onProgress } = options
      const test = await runTest({ config, target, variant: 'default', repeat, repeats, signal, onProgress })
      tests.push(test)
      if (test.interrupted !== null) break
    }
    return tests
  } finally {
    await target.stop()
  }
}

async function rest(pause: Duration | undefined, signal: AbortSignal | undefined): Promise<void> {
  const microseconds = pause === undefined ? 0 : (parseDuration(pause) ?? 0)
  await sleep(microseconds / 1000, undefined, { signal }).catch(() => undefined)
}

function interruptedBeforeStart(config: ResolvedConfig): TestResult {
  const now = systemClock.now()
  const { target } = config
  const summary = summarizeTest({
    config,
    variant: 'default',
    repeat: 1,
    target: { kind: target.kind, url: 'url' in target ? (target.url ?? '') : '', command: 'command' in target ? target.command : null },
    reached: undefined,
    targetFailure: undefined,
    collector: new LoadCollector(config.scenarios.length, Math.max(1, config.workers)),
    sampler: undefined,
    times: { startedAt: new Date(), start: now, end: now },
    interruption: { cause: 'signal', reason: 'interrupted before the load started', at: now },
  })
  return { ...summary, verdict: judge(summary), limitedBy: limitedBy(summary) }
}
