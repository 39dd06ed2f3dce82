import { builtInMetrics, type MetricDefinition } from '../model/metrics/metric-definition.ts'
import { hideSecrets } from '../base/redact/hide-secrets.ts'
import { judgeTimes } from '../result/verdict/generator-times.ts'
import { judge } from '../result/verdict/judge.ts'
import { limitedBy } from '../result/verdict/limited-by.ts'
import type { TestResult } from '../result/shape/result.ts'
import { summarizeTest } from './summarize-test.ts'
import type { TestContext } from './test-context.ts'
import { TestRun } from './test-run.ts'

/**
 * Runs one test against a target that answers, and judges it.
 *
 * An interruption, a target that dies and a load thread that dies all end it early, with a partial result.
 *
 * @throws BenchpressError TARGET_UNREACHABLE, WORKER_FAILED; InvalidConfigError when the machine cannot open the connections
 */
export async function runTest(context: TestContext): Promise<TestResult> {
  const summary = summarizeTest(await new TestRun(context).run())
  const verdict = judge(summary)
  const thresholds = judgeTimes(summary, verdict.reasons, (metric) => {
    const definition: MetricDefinition | undefined = { ...builtInMetrics, ...context.config.metrics }[metric]
    return definition?.type === 'trend' && definition.unit === 'ms'
  })
  return hideSecrets({ ...summary, thresholds, verdict, limitedBy: limitedBy(summary) }, context.config.secrets)
}
