import type { MetricDefinition } from '../measure/recorder/own-metric.ts'
import { builtInMetrics } from '../result/threshold/built-in-metrics.ts'
import { redactMessage } from '../base/redact/redact-text.ts'
import { hideSecrets } from '../base/redact/secrets.ts'
import { judgeTimes } from '../result/verdict/generator-times.ts'
import { judge, judgeMachines } from '../result/verdict/judge.ts'
import { limitedBy } from '../result/verdict/limited-by.ts'
import type { TestResult } from '../result/shape/result.ts'
import { summarizeTest, type TestRecord } from './summarize-test.ts'
import { checkpointed } from './checkpoints.ts'
import { reportIdle, unlessInterrupted, type TestContext, type Phase, type RunOf, type RunListeners } from './progress.ts'
import { LoadTest } from './load-test.ts'
import { systemClock } from '../base/clock/clock.ts'
import { type ResolvedConfig, neededSockets } from '../config/resolved-config.ts'
import { InvalidConfigError } from '../base/errors/benchpress-error.ts'
import { checkConnectionLimits, readMachineLimits } from '../target/connection-limits.ts'
import type { Interruption } from '../result/summary/test-summary.ts'
import type { ThresholdResult } from '../result/threshold/threshold.ts'
import { LoadCollector } from './load-collector.ts'
import type { RunningTarget } from '../target/target.ts'
import { startTarget } from '../target/start-target.ts'
import type { MachineSource } from './machines/machine-source.ts'
import type { Machines } from './machines/machines.ts'
import { loadJourneys } from './test-setup.ts'
import { nothingWatched } from './watched-processes.ts'

/**
 * Runs one test against a target that responds, and judges it.
 *
 * An interruption, a target that dies and a load thread that dies all end it early, with a partial result.
 *
 * @throws BenchpressError TARGET_UNREACHABLE, WORKER_FAILED, MACHINES_MISSING; InvalidConfigError when the machine cannot open the connections, or
 *   the test cannot run on others
 */
export async function runTest(context: TestContext): Promise<TestResult> {
  const { config, onPartial } = context
  onPartial?.(unfinishedTest(config, checkpointed, context))
  // A thread that sends load has no time for checkpoints.
  const onCheckpoint = config.workers === 0 ? undefined : onPartial && ((record: TestRecord): void => onPartial(judgeRecord(record)))
  const gathered = context.machines === undefined ? undefined : await gather(context, context.machines)
  if (context.machines !== undefined && gathered === undefined) return unfinishedTest(config, interruptedEarly, context)
  try {
    if (gathered === undefined) checkLimits(config)
    else gathered.checkLimits(config)
    return judgeRecord(await new LoadTest(context, gathered, onCheckpoint).run())
  } finally {
    await gathered?.end()
  }
}

/** @throws InvalidConfigError when this machine cannot open the connections of a test */
function checkLimits(config: TestContext['config']): void {
  const issues = checkConnectionLimits(neededSockets(config), readMachineLimits())
  if (issues.length > 0) throw new InvalidConfigError(issues.map((issue) => ({ path: 'scenarios', ...issue })))
}

function judgeRecord(record: TestRecord): TestResult {
  const { config } = record
  const summary = summarizeTest(record)
  const verdict = judge(summary)
  const thresholds = judgeTimes(summary, verdict.reasons, (metric) => {
    const definition: MetricDefinition | undefined = { ...builtInMetrics, ...config.metrics }[metric]
    return definition?.type === 'trend' && definition.unit === 'ms'
  })
  return hideSecrets({ ...summary, ...judgeMachines(summary), thresholds, verdict, limitedBy: limitedBy(summary) })
}

/** The interruption of a test that was not run, because it came before the load. */
export const interruptedEarly: Omit<Interruption, 'at'> = { cause: 'signal', reason: 'interrupted before the load started' }

/** The result of a test that ended before it sent anything: all counts are zero, and the interruption has the reason. */
export function unfinishedTest(
  config: ResolvedConfig,
  { cause, reason: given }: Omit<Interruption, 'at'>,
  { variant, repeat }: Pick<TestResult, 'variant' | 'repeat'>,
): TestResult {
  const now = systemClock.now()
  const reason = redactMessage(given)
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
    machines: [],
    watched: nothingWatched,
    sampler: undefined,
    times: { startedAt: new Date(), start: now, end: now },
    interruption: { cause, reason, at: now },
    endedBy: undefined,
  })
  // A checkpoint stands for a test that may have started.
  const thresholds = cause === 'checkpoint' ? summary.thresholds : summary.thresholds.map(notStarted)
  return hideSecrets({ ...summary, thresholds, verdict: judge(summary), limitedBy: limitedBy(summary) })
}

function notStarted(threshold: ThresholdResult): ThresholdResult {
  if (threshold.inconclusive === null) return threshold
  return { ...threshold, actual: null, text: 'no samples, inconclusive: the test was not started' }
}

/**
 * Starts the target of a test, does `work` with it, and stops it in any case.
 *
 * @returns the value of `work`; `undefined` after an interruption before the target responded
 * @throws BenchpressError when the target cannot be started; the error of `work`
 */
export async function runOnTarget<Done>(
  config: ResolvedConfig,
  run: RunOf,
  { signal, onProgress }: RunListeners,
  work: (target: RunningTarget) => Promise<Done>,
): Promise<Done | undefined> {
  const tell = (phase: Phase, message?: string): void => reportIdle({ ...run, config, onProgress }, phase, message)
  tell('setup', config.workers === 0 ? 'no load threads: the load runs in the thread that called' : undefined)
  const target = await unlessInterrupted(startTarget(config.target, { signal, unixSocket: config.unixSocket }), signal)
  if (target === undefined) return undefined
  for (const notice of target.notices) tell('setup', redactMessage(notice))
  try {
    return await work(target)
  } finally {
    tell('teardown')
    await target.stop()
  }
}

/**
 * Gathers the machines of a test.
 *
 * @returns `undefined` when the test was interrupted meanwhile
 * @throws InvalidConfigError for journeys that cannot be loaded; BenchpressError MACHINES_MISSING when fewer come than requested
 */
async function gather(context: TestContext, machines: Machines): Promise<MachineSource | undefined> {
  const { config, signal } = context
  // The files that journeys read must be known before journeys are packed.
  await loadJourneys(config)
  const { name, workers, timing, secrets } = config
  const onNotice = (message: string): void => reportIdle(context, 'setup', message)
  // Loaded when needed, because a test from this machine does not use it.
  const { MachineSource } = await import('./machines/machine-source.ts')
  const gathering = machines.gather({ name: hideSecrets(name), workers, timing, secrets, modules: modulesOf(config), signal, onNotice })
  const gathered = await unlessInterrupted(gathering, signal)
  return gathered && new MachineSource(gathered)
}

function modulesOf({ scenarios, plugins }: ResolvedConfig): readonly string[] {
  const journeys = scenarios.flatMap((scenario) => (scenario.kind === 'journeys' ? scenario.journeys.map(({ from }) => from) : []))
  return [...new Set([...journeys.flatMap((from) => ('module' in from ? from.module : [])), ...plugins.map(({ module }) => module)])]
}
