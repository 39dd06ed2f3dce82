import type { Config } from '../config/config.ts'
import type { JourneyConfig } from '../config/scenario.ts'
import type { Duration } from '../config/fields/quantity-schema.ts'
import { isBenchpressError } from '../base/errors/benchpress-error.ts'
import { moduleBeside } from '../load/user/import-module.ts'
import type { Progress } from '../run/progress.ts'
import type { Result } from '../result/shape/result.ts'
import { run } from '../run/api.ts'
import { canBeDisposedOfTwice, clientChangesNothing, journeyIsDone, leavesNothingOpen, recordsDeclaredMetrics } from './client-rules.ts'
import { type ConformanceServer, type Trial, useClient } from './trial.ts'
import { reason as failingReason } from './failing.journey.ts'
import type { Breach, ConformanceRule } from './rule.ts'
import { breachByOpen, teardownEnds, loadsInThreads } from './setup-rules.ts'
import { formatSeconds, plural } from '../base/units/format.ts'
import type { Reason } from '../result/verdict/verdict.ts'

// Seconds that a run may take beyond its graceful stop, for users to leave, threads to end, and the teardown.
const grace = 10

const kept = [journeyIsDone, clientChangesNothing, recordsDeclaredMetrics, leavesNothingOpen, canBeDisposedOfTwice, teardownEnds]

/** A test runs in the calling thread. */
export const runsInCallingThread: ConformanceRule = runsWith(0, 'no load thread', kept)
/** A test runs in a worker thread. */
export const runsInOneThread: ConformanceRule = runsWith(1, 'one load thread', [runsInCallingThread])
/** A test runs in two worker threads, each with a part of the load. */
export const runsInTwoThreads: ConformanceRule = runsWith(2, 'two load threads', [runsInOneThread])

function runsWith(workers: number, threads: string, needs: readonly ConformanceRule[]): ConformanceRule {
  return {
    name: `a test with ${threads} does every iteration and can be believed`,
    needs,
    check: (trial) => trial.withServer((server) => checkRun(trial, server, workers)),
  }
}

async function checkRun(trial: Trial, server: ConformanceServer, workers: number): Promise<Breach | undefined> {
  const { users, iterations } = trial.limits
  const workload = { users, iterations, gracefulStop: '5s' }
  const { result, told } = await tryRun(await configOf(trial, server, { workers, workload }), trial)
  const failures = [...failuresOf(result), ...told]
  const done = result.scenarios[0]?.users?.iterations.completed ?? 0
  if (done !== iterations)
    return {
      seen: `${done} of ${plural(iterations, 'iteration')} ${done === 1 ? 'was' : 'were'} completed${inBrackets(failures)}`,
      advice: 'let the plugin work alike in every thread',
    }
  if (failures.length > 0) return { seen: failures.join('; '), advice: 'let nothing fail in a test that succeeds' }
  // The result of so short a test depends as much on other processes of the machine as on the plugin.
  const reasons = invalidReasons(result.verdict.reasons)
  if (reasons.length === 0) return undefined
  return { seen: `the verdict is invalid: ${reasons.map(({ text }) => text).join('; ')}`, advice: 'do what the reasons say' }
}

/** An interrupted test ends, and leaves nothing open. */
export const interruptedRunEnds: ConformanceRule = {
  name: 'a test that is interrupted ends at once and leaves no connection',
  needs: [journeyIsDone, leavesNothingOpen],
  // Without a graceful stop, users are stopped in the middle of an iteration.
  check: (trial) =>
    trial.withServer(async (server) => {
      const abort = new AbortController()
      const config = await configOf(trial, server, { workers: 0, workload: { users: trial.limits.users, duration: '1h', gracefulStop: 0 } })
      let interruptedAt = Infinity
      const { result } = await tryRun(config, trial, abort.signal, ({ phase, iterations }) => {
        // By that time a user has done the journey once, and continues.
        if (phase !== 'run' || iterations <= trial.limits.users || abort.signal.aborted) return
        interruptedAt = performance.now()
        abort.abort()
      })
      const seconds = (performance.now() - interruptedAt) / 1000
      if (result.interrupted?.cause !== 'signal')
        return {
          seen: `it ended by ${result.interrupted?.cause ?? 'itself'} before it could be interrupted`,
          advice: 'see why: the reasons of its verdict may tell',
        }
      const advice = 'heed context.signal, which aborts when the user has to stop, and close what is open'
      if (seconds > grace) return { seen: `it took ${formatSeconds(seconds)} to end`, advice }
      return await breachByOpen(server, trial.limits.limit, advice)
    }),
}

/** The teardown runs after a test that failed. */
export const teardownRunsAfterFailure: ConformanceRule = {
  name: 'teardown runs and succeeds when the test fails before its load',
  needs: [teardownEnds],
  check: (trial) =>
    trial.withServer(async (server) => {
      const journey = { module: moduleBeside(import.meta.url, './failing.journey'), export: 'never' }
      const told: string[] = []
      const config = await configOf(trial, server, { workers: 0, workload: { users: 1, iterations: 1 }, journey })
      const advice = 'let teardown succeed whatever happened after setup'
      try {
        await run(config, { cwd: trial.cwd, onProgress: listen(told) })
      } catch (cause) {
        if (!isBenchpressError(cause) || !cause.message.includes(failingReason)) throw cause
        if (told.length > 0) return { seen: told.join('; '), advice }
        return await breachByOpen(server, trial.limits.limit, advice)
      }
      throw new Error('a test whose beforeAll throws has not failed')
    }),
}

/** A test without the plugin reports it missing by its name. */
export const isMissedByName: ConformanceRule = {
  name: 'a journey that uses the client without the plugin in the config says which line to add',
  needs: [loadsInThreads],
  check: (trial) =>
    trial.withServer(async (server) => {
      const { loaded } = await trial.load(server.url)
      const { name } = loaded.plugin
      const config = { ...(await configOf(trial, server, { workers: 0, workload: { users: 1, iterations: 1 } })), plugins: [] }
      const { result } = await tryRun(
        { ...config, scenarios: { conformance: { journey: useClient(name, true), workload: { users: 1, iterations: 1 } } } },
        trial,
      )
      const [failure = 'nothing failed'] = failuresOf(result)
      if (failure.includes(`plugins: [${name}()]`)) return undefined
      return { seen: failure, advice: `name the plugin as the function that makes its reference is named: ${name}()` }
    }),
}

interface TrialRun {
  readonly workers: number
  readonly workload: {
    readonly users: number
    readonly iterations?: number
    readonly duration?: Duration
    readonly gracefulStop?: Duration
  }
  readonly journey?: JourneyConfig
}

async function configOf(trial: Trial, server: ConformanceServer, { workers, workload, journey }: TrialRun): Promise<Config> {
  const { loaded } = await trial.load(server.url)
  const { reference, env } = trial
  const scenarios = { conformance: { journey: journey ?? trial.journeyFor(loaded.plugin.name), workload } }
  return { target: server.url, plugins: [reference], env, seed: 1, workers, scenarios }
}

async function tryRun(
  config: Config,
  { cwd }: Trial,
  signal?: AbortSignal,
  onProgress?: (progress: Progress) => void,
): Promise<{ readonly result: Result; readonly told: readonly string[] }> {
  const told: string[] = []
  const listener = listen(told)
  const result = await run(config, {
    cwd,
    signal,
    onProgress: (progress) => {
      listener(progress)
      onProgress?.(progress)
    },
  })
  return { result, told }
}

// Problems that a result does not contain: a teardown that failed, a promise that was not awaited.
function listen(told: string[]): (progress: Progress) => void {
  return ({ phase, message }) => {
    if (message !== undefined && (phase === 'run' || phase === 'teardown')) told.push(message)
  }
}

function failuresOf({ scenarios }: Result): readonly string[] {
  return scenarios.flatMap(({ users }) => [
    ...(users?.failures ?? []).map((failure) => failure.reason),
    ...(users?.checks ?? []).filter(({ name, failed }) => failed > 0 && name.startsWith('plugin ')).map(({ name }) => name),
  ])
}

function inBrackets(reasons: readonly string[]): string {
  return reasons.length === 0 ? '' : ` (${reasons.join('; ')})`
}

const ofMachine: ReadonlySet<string> = new Set([
  'generator-saturated',
  'generator-stalled',
  'machine-disturbed',
  'planned-rate',
  'send-lag',
])

/**
 * Returns the reasons why a run is invalid, without those of a busy machine, which are the rules `generator-saturated`, `generator-stalled`,
 * `machine-disturbed`, `planned-rate` and `send-lag`.
 *
 * A test about counts or responses, and not times, can run on a busy machine: `expect(invalidReasons(result.verdict.reasons)).toEqual([])` passes there
 * as well, and still fails for each fault of the load or its target. Pure.
 */
export function invalidReasons<Of extends Pick<Reason, 'rule' | 'level'>>(reasons: readonly Of[]): readonly Of[] {
  return reasons.filter(({ rule, level }) => level === 'invalid' && !ofMachine.has(rule))
}
