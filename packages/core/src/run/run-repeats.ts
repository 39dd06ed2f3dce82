import { setTimeout as sleep } from 'node:timers/promises'
import type { Duration } from '../config/workload-config.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { parseDuration } from '../duration/duration.ts'
import type { RunningTarget } from '../target/running-target.ts'
import { startTarget } from '../target/start-target.ts'
import { idleProgress } from './idle-progress.ts'
import type { OnProgress, Phase } from './progress.ts'
import { redactText } from '../redact/redact-text.ts'
import type { TestResult } from './result.ts'
import { runTest } from './run-test.ts'
import { unfinishedTest } from './unfinished-test.ts'

/** How often a test is run, and who hears of it. */
export interface RepeatOptions {
  readonly repeats?: number
  readonly pause?: Duration
}

/** Who can end the runs, and who hears of them. */
export interface RepeatListeners {
  readonly signal: AbortSignal
  readonly onProgress: OnProgress
}

/**
 * Starts the target of a test, runs the test as often as asked and stops the target; adds each result as it comes.
 *
 * An interruption ends the repeats, and leaves a result also when nothing was sent yet.
 *
 * @throws BenchpressError when the target cannot be started or reached
 */
export async function runRepeats(
  config: ResolvedConfig,
  { repeats = 1, pause = 0 }: RepeatOptions,
  { signal, onProgress }: RepeatListeners,
  results: TestResult[],
): Promise<void> {
  const tell = (phase: Phase, message?: string): void => onProgress(idleProgress(config.name, repeats, phase, message))
  tell('setup', config.workers === 0 ? 'no load threads: the load runs in the thread that called' : undefined)
  const target = await start(config, signal)
  if (target === undefined) {
    results.push(unfinishedTest(config, { cause: 'signal', reason: 'interrupted before the load started' }))
    return
  }
  for (const notice of target.notices) tell('setup', redactText(notice))
  try {
    for (let repeat = 1; repeat <= repeats; repeat++) {
      if (repeat > 1 && !(await rest(pause, signal))) break
      const result = await runTest({ config, target, variant: 'default', repeat, repeats, signal, onProgress })
      results.push(result)
      if (result.interrupted !== null) break
    }
  } finally {
    tell('teardown')
    await target.stop()
  }
}

/** Resolves with whether to go on. */
async function rest(pause: Duration, signal: AbortSignal): Promise<boolean> {
  await sleep((parseDuration(pause) ?? 0) / 1000, undefined, { signal }).catch(() => undefined)
  return !signal.aborted
}

async function start(config: ResolvedConfig, signal: AbortSignal): Promise<RunningTarget | undefined> {
  try {
    return await startTarget(config.target, { signal, unixSocket: config.unixSocket })
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  }
}
