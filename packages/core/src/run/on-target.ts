import type { ResolvedConfig } from '../config/resolved-config.ts'
import { redactText } from '../base/redact/redact-text.ts'
import type { RunningTarget } from '../target/target.ts'
import { startTarget } from '../target/start-target.ts'
import type { RunListeners } from './listeners.ts'
import { idleProgress, progressNames, type OnProgress, type Phase } from './progress.ts'

/** Which run it is that a target is started for; of several, the first. */
interface RunOf {
  readonly variant: string
  /** 1 for the first. */
  readonly repeat: number
  readonly repeats: number
}

/**
 * Starts the target of a test, does `work` with it and stops it, whatever comes of that.
 *
 * @returns what `work` gave; `undefined` when it was interrupted before the target answered
 * @throws BenchpressError when the target cannot be started; what `work` throws
 */
export async function onTarget<Done>(
  config: ResolvedConfig,
  run: RunOf,
  { signal, onProgress }: RunListeners,
  work: (target: RunningTarget) => Promise<Done>,
): Promise<Done | undefined> {
  const progress = { ...run, ...progressNames(config) }
  const tell = (phase: Phase, message?: string): void => onProgress(idleProgress(progress, phase, message))
  tell('setup', config.workers === 0 ? 'no load threads: the load runs in the thread that called' : undefined)
  const target = await start(config, signal)
  if (target === undefined) return undefined
  for (const notice of target.notices) tell('setup', redactText(notice))
  try {
    return await work(target)
  } finally {
    tell('teardown')
    await target.stop()
  }
}

async function start(config: ResolvedConfig, signal: AbortSignal): Promise<RunningTarget | undefined> {
  try {
    return await startTarget(config.target, { signal, unixSocket: config.unixSocket })
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  }
}

/** One test of a suite, about to run against a target that answers. */
export interface TestContext extends RunOf {
  readonly config: ResolvedConfig
  readonly target: RunningTarget
  readonly signal: AbortSignal | undefined
  readonly onProgress: OnProgress | undefined
}
