import { systemClock } from '../base/clock/clock.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { hideSecrets } from '../base/redact/hide-secrets.ts'
import { redactText } from '../base/redact/redact-text.ts'
import type { Interruption } from '../result/summary/summary.ts'
import { judge } from '../result/verdict/judge.ts'
import { limitedBy } from '../result/verdict/limited-by.ts'
import { LoadCollector } from './load-collector.ts'
import type { TestResult } from '../result/shape/result.ts'
import { summarizeTest } from './summarize-test.ts'

/** Why a test was not run: an interruption that came before its load. */
export const interruptedEarly: Omit<Interruption, 'at'> = { cause: 'signal', reason: 'interrupted before the load started' }

/** The result of a test that ended before it sent anything: all counts are zero, and it says why. */
export function unfinishedTest(
  config: ResolvedConfig,
  { cause, reason: given }: Omit<Interruption, 'at'>,
  { variant, repeat }: Pick<TestResult, 'variant' | 'repeat'>,
): TestResult {
  const now = systemClock.now()
  const reason = redactText(hideSecrets(given, config.secrets))
  const { target } = config
  const summary = summarizeTest({
    config,
    variant,
    repeat,
    target: { kind: target.kind, url: 'url' in target ? (target.url ?? '') : '', command: 'command' in target ? target.command : null },
    reached: undefined,
    servers: [],
    targetFailure: cause === 'target' ? reason : undefined,
    collector: new LoadCollector(config.scenarios.length, Math.max(1, config.workers)),
    sampler: undefined,
    times: { startedAt: new Date(), start: now, end: now },
    interruption: { cause, reason, at: now },
    endedBy: undefined,
  })
  return hideSecrets({ ...summary, verdict: judge(summary), limitedBy: limitedBy(summary) }, config.secrets)
}
