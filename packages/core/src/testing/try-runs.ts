import type { Config } from '../config/config.ts'
import type { JourneyConfig } from '../config/scenario.ts'
import { isBenchpressError } from '../base/errors/benchpress-error.ts'
import { formatSeconds, plural } from '../base/units/format.ts'
import { moduleBeside } from '../load/user/import-module.ts'
import type { Result } from '../result/shape/result.ts'
import type { Reason } from '../result/verdict/verdict.ts'
import { run } from '../run/api.ts'
import type { Progress } from '../run/progress.ts'
import { reason as failingReason } from './failing.journey.ts'
import { stillOpen, useClient, type Attempt, type Breach, type ConformanceServer, type Trial } from './trial.ts'

// Seconds that a run may take beyond its graceful stop, for users to leave, threads to end, and the teardown.
const grace = 10

const once = { users: 1, iterations: 1 }

/** Runs a test with a number of load threads. */
export async function tryLoad(trial: Trial, workers: number): Promise<Breach | string | undefined> {
  const { users, iterations } = trial.options
  const { result, failures } = await trial.withServer((server) =>
    runTest(trial, server, { workers, workload: { users, iterations, gracefulStop: '5s' } }),
  )
  const done = result.scenarios[0]?.users?.iterations.completed ?? 0
  if (done !== iterations) {
    const why = failures.length === 0 ? '' : ` (${failures.join('; ')})`
    return `${done} of ${plural(iterations, 'iteration')} ${done === 1 ? 'was' : 'were'} completed${why}`
  }
  if (failures.length > 0) return { seen: failures.join('; '), advice: 'let nothing fail in a test that succeeds' }
  // The result of so short a test depends as much on other processes of the machine as on the plugin.
  const reasons = invalidReasons(result.verdict.reasons)
  if (reasons.length === 0) return undefined
  return { seen: `the verdict is invalid: ${reasons.map(({ text }) => text).join('; ')}`, advice: 'do what the reasons say' }
}

/** Interrupts a test in the middle of an iteration, when its users have done the journey before. */
export const tryInterruption: Attempt = (trial) =>
  trial.withServer(async (server) => {
    const { users, limit } = trial.options
    const abort = new AbortController()
    let interruptedAt = Infinity
    const onProgress = ({ phase, iterations }: Progress): void => {
      if (phase !== 'run' || iterations <= users || abort.signal.aborted) return
      interruptedAt = performance.now()
      abort.abort()
    }
    const workload = { users, duration: '1h', gracefulStop: 0 }
    const { result } = await runTest(trial, server, { workload, signal: abort.signal, onProgress })
    const seconds = (performance.now() - interruptedAt) / 1000
    if (result.interrupted?.cause !== 'signal') {
      const seen = `it ended by ${result.interrupted?.cause ?? 'itself'} before it could be interrupted`
      return { interruptedRunEnds: { seen, advice: 'see why: the reasons of its verdict may tell' } }
    }
    if (seconds > grace) return { interruptedRunEnds: `it took ${formatSeconds(seconds)} to end` }
    const open = await stillOpen(server, limit)
    return { interruptedRunEnds: open && `still open after it: ${open}` }
  })

/** Runs a test that fails before its load. */
export const tryFailure: Attempt = (trial) =>
  trial.withServer(async (server) => {
    const journey = { module: moduleBeside(import.meta.url, './failing.journey'), export: 'never' }
    const told: string[] = []
    try {
      await runTest(trial, server, { journey, workload: once, onProgress: (progress) => told.push(...problemsIn(progress)) })
    } catch (cause) {
      if (!isBenchpressError(cause) || !cause.message.includes(failingReason)) throw cause
      const open = await stillOpen(server, trial.options.limit)
      if (open !== '') told.push(`still open after it: ${open}`)
      return { teardownRunsAfterFailure: told.join('; ') }
    }
    throw new Error('a test whose beforeAll throws has not failed')
  })

/** Runs a test whose config does not have the plugin. */
export const tryWithoutPlugin: Attempt = (trial) =>
  trial.withServer(async (server) => {
    const { name } = (await trial.load(server.url)).loaded.plugin
    const { failures } = await runTest(trial, server, { journey: useClient(name), workload: once, plugins: [] })
    const [failure = 'nothing failed'] = failures
    return { isMissedByName: failure.includes(`plugins: [${name}()]`) ? undefined : failure }
  })

interface TrialRun extends Pick<Config, 'workers' | 'plugins'> {
  readonly workload: object
  /** Default: the journey of the trial. */
  readonly journey?: JourneyConfig
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: Progress) => void
}

async function runTest(
  trial: Trial,
  server: ConformanceServer,
  { workload, journey, signal, onProgress, ...others }: TrialRun,
): Promise<{ readonly result: Result; readonly failures: readonly string[] }> {
  const { reference, options } = trial
  const scenarios = { conformance: { journey: journey ?? (await trial.journey()), workload } }
  const config = { target: server.url, plugins: [reference], env: options.env, seed: 1, workers: 0, scenarios, ...others } as Config
  const told: string[] = []
  const result = await run(config, {
    cwd: options.cwd,
    signal,
    onProgress: (progress) => {
      told.push(...problemsIn(progress))
      onProgress?.(progress)
    },
  })
  const failures = result.scenarios.flatMap(({ users }) => [
    ...(users?.failures ?? []).map((failure) => failure.reason),
    ...(users?.checks ?? []).filter(({ name, failed }) => failed > 0 && name.startsWith('plugin ')).map(({ name }) => name),
  ])
  return { result, failures: [...failures, ...told] }
}

// A teardown that failed, a promise that was not awaited.
function problemsIn({ phase, message }: Progress): readonly string[] {
  return message !== undefined && (phase === 'run' || phase === 'teardown') ? [message] : []
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
