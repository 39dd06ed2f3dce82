import type { Config } from '../config/config.ts'
import type { Duration } from '../config/workload-config.ts'
import { BenchpressError, isBenchpressError } from '../errors/benchpress-error.ts'
import { worstVerdict } from '../verdict/worst-verdict.ts'
import { captureEnvironment } from './capture-environment.ts'
import type { OnProgress } from './progress.ts'
import { ProgressListener } from './progress-listener.ts'
import { hideSecrets } from '../redact/hide-secrets.ts'
import { redactConfig } from '../redact/redact-config.ts'
import { redactText } from '../redact/redact-text.ts'
import type { SuiteResult, TestResult } from './result.ts'
import { resolveTests } from './resolve-tests.ts'
import { runRepeats } from './run-repeats.ts'
import { unfinishedTest } from './unfinished-test.ts'

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
  /** Folder that paths in the config are relative to. Default: that of the process. */
  readonly cwd?: string | undefined
}

/**
 * Runs each test of a suite as often as asked, and judges the whole by its worst test.
 *
 * A target is started once for all runs of its test. Runs in the calling thread but for the load, which runs in worker
 * threads. Resolves with a partial result after an interruption; tests that had not begun are left out.
 *
 * @throws InvalidConfigError with everything that is wrong, before any I/O; BenchpressError when a target cannot be started or reached;
 *   what `onProgress` threw, when the target has been stopped
 */
export async function runSuite(suite: SuiteConfig, options: RunOptions = {}): Promise<SuiteResult> {
  const configs = await resolveTests(suite.tests, options.cwd)
  const environment = await captureEnvironment()
  const tests: TestResult[] = []
  const listener = new ProgressListener(options.onProgress)
  const signal = options.signal === undefined ? listener.failed : AbortSignal.any([options.signal, listener.failed])
  for (const config of configs) {
    if (tests.length > 0 && signal.aborted) break
    try {
      await runRepeats(config, suite, { signal, onProgress: (progress) => listener.tell(progress) }, tests)
    } catch (error) {
      // What was measured by then must not be lost: the run that failed is reported as one of them.
      if (tests.length === 0 || !isBenchpressError(error)) throw withoutSecrets(error, config.secrets)
      tests.push(
        unfinishedTest(config, { cause: 'target', reason: redactText(hideSecrets(error.message, config.secrets)) }, tests.length + 1),
      )
      break
    }
  }
  listener.failed.throwIfAborted()
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

// What a hook or a target says may hold what the config wants hidden.
function withoutSecrets(error: unknown, secrets: readonly string[]): unknown {
  if (!isBenchpressError(error) || secrets.length === 0) return error
  return new BenchpressError(error.code, hideSecrets(error.message, secrets), {
    hint: error.hint,
    cause: hideSecrets(error.stack, secrets),
  })
}
