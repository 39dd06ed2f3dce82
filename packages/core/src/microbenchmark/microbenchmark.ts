import type { Awaitable, SeededRandom } from '../load/user/journey.ts'
import { BenchpressError, InvalidConfigError, type ConfigIssue, isBenchpressError } from '../base/errors/benchpress-error.ts'
import { failureReason } from '../load/user/failure.ts'
import { importExport, type ModuleExport } from '../load/user/import-module.ts'
import { nameHint } from '../base/errors/closest-name.ts'

/** The context that the set-up of a microbenchmark is called with. */
export interface MicrobenchmarkContext<Options = unknown> {
  /** `options` of the config, a copy for each thread. */
  readonly options: Options
  /** `env` and `secrets` of the config. */
  readonly env: Readonly<Record<string, string>>
  /** Random numbers that are the same in each run with the same seed, and differ between threads. */
  readonly random: SeededRandom
  /** The number of this thread among those that run the same case at the same time, from 0. */
  readonly thread: number
  /** Aborts when the run is interrupted. */
  readonly signal: AbortSignal
}

/**
 * A function whose calls are timed: its result is kept, and a returned promise is awaited.
 *
 * @param state the value that the set-up returned
 */
export type MicrobenchmarkCase<State> = (state: State) => unknown

/** Functions of one module that are measured one after the other, in the order of `cases`. */
export interface Microbenchmark<State = unknown, Options = unknown> {
  /** Runs once in each thread, before the first case; the returned value is passed to each case. Not timed. */
  readonly setup?: (context: MicrobenchmarkContext<Options>) => Awaitable<State>
  /** Runs once in each thread, after the last case, even when cases failed or the run was interrupted. Not timed. */
  readonly teardown?: (state: State) => Awaitable<void>
  /** Runs before each call of each case, not timed. With it every call is timed by itself, however short it is: leave it out when the state need not be reset. */
  readonly beforeEach?: (state: State, name: string) => Awaitable<void>
  /** The cases by name, such as `get_hit`. */
  readonly cases: Readonly<Record<string, MicrobenchmarkCase<State>>>
}

/** Checks the type of a microbenchmark and returns it as it is. */
export function microbenchmark<State, Options = unknown>(definition: Microbenchmark<State, Options>): Microbenchmark<State, Options> {
  return definition
}

const hooks = ['setup', 'teardown', 'beforeEach'] as const
const known: readonly string[] = [...hooks, 'cases']
const hint = 'write `export default microbenchmark({ cases: { name: (state) => ... } })`'

/**
 * Imports the module of a microbenchmark into this thread.
 *
 * @throws BenchpressError `INVALID_CONFIG`, with module and export, when there is no such microbenchmark or its module throws
 */
export async function loadMicrobenchmark(source: ModuleExport): Promise<Microbenchmark<never>> {
  const { exported, where } = await importExport(source, 'microbenchmark module', hint)
  const made = typeof exported === 'function' ? await make(exported as (options: unknown) => unknown, source.options, where) : exported
  const problem = findProblem(made)
  if (problem !== undefined) throw new BenchpressError('INVALID_CONFIG', `${where} ${problem}`, { hint })
  return made as Microbenchmark<never>
}

async function make(exported: (options: unknown) => unknown, options: unknown, where: string): Promise<unknown> {
  try {
    return await exported(options)
  } catch (error) {
    throw new BenchpressError('INVALID_CONFIG', `${where} refused its options: ${failureReason(error)}`, { cause: error })
  }
}

function findProblem(made: unknown): string | undefined {
  if (typeof made !== 'object' || made === null || Array.isArray(made)) return 'is no microbenchmark'
  const fields = made as Readonly<Record<string, unknown>>
  const unknown = Object.keys(fields).find((key) => !known.includes(key))
  if (unknown !== undefined) return `has the unknown key "${unknown}"; known are ${known.join(', ')}`
  const wrong = hooks.find((name) => fields[name] !== undefined && typeof fields[name] !== 'function')
  return wrong === undefined ? findCaseProblem(fields['cases']) : `has ${wrong} that is no function`
}

function findCaseProblem(cases: unknown): string | undefined {
  if (typeof cases !== 'object' || cases === null || Object.keys(cases).length === 0) return 'has no cases'
  const wrong = Object.entries(cases).find(([, value]) => typeof value !== 'function')
  if (wrong !== undefined) return `has the case ${wrong[0]} that is no function`
  const unnamed = Object.keys(cases).find((name) => !/^[\w.:-]+$/.test(name))
  if (unnamed === undefined) return undefined
  return `has the case ${JSON.stringify(unnamed)}, which is no name: letters, digits, "_", "-", "." and ":" are allowed`
}

/**
 * Loads the modules of functions into this thread, and lists their cases in order, by scenario.
 *
 * @throws InvalidConfigError with each module that cannot be loaded, and each unknown name in `only`
 */
export async function listCases(
  functions: readonly { readonly name: string; readonly source: ModuleExport; readonly only: readonly string[] | undefined }[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const cases = new Map<string, readonly string[]>()
  const issues: ConfigIssue[] = []
  for (const { name, source, only } of functions) {
    try {
      const names = Object.keys((await loadMicrobenchmark(source)).cases)
      const unknown = (only ?? []).filter((wanted) => !names.includes(wanted))
      const path = `scenarios.${name}.only`
      issues.push(...unknown.map((wanted) => ({ path, message: `no function "${wanted}"`, hint: nameHint(wanted, names) })))
      cases.set(name, only === undefined ? names : names.filter((each) => only.includes(each)))
    } catch (error) {
      if (!isBenchpressError(error)) throw error
      issues.push({ path: `scenarios.${name}.functions`, message: error.message, hint: error.hint })
    }
  }
  if (issues.length > 0) throw new InvalidConfigError(issues)
  return cases
}
