import { BenchpressError } from '../base/errors/benchpress-error.ts'
import { failureReason } from '../load/user/failure.ts'
import { importExport, type ModuleExport } from '../load/user/import-module.ts'
import type { Microbenchmark } from './microbenchmark.ts'

/** A microbenchmark of any types of state and options. */
export type LoadedMicrobenchmark = Microbenchmark<never>

const hooks = ['setup', 'teardown', 'beforeEach'] as const
const known: readonly string[] = [...hooks, 'cases']
const hint = 'write `export default microbenchmark({ cases: { name: (state) => ... } })`'

/**
 * Imports the module of a microbenchmark into this thread.
 *
 * @throws BenchpressError `INVALID_CONFIG`, with module and export, when there is no such microbenchmark or its module throws
 */
export async function loadMicrobenchmark(source: ModuleExport): Promise<LoadedMicrobenchmark> {
  const { exported, where } = await importExport(source, 'microbenchmark module', hint)
  const made = typeof exported === 'function' ? await make(exported as (options: unknown) => unknown, source.options, where) : exported
  const problem = findProblem(made)
  if (problem !== undefined) throw invalid(`${where} ${problem}`)
  return made as LoadedMicrobenchmark
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
  if (wrong !== undefined) return `has ${wrong} that is no function`
  return findCaseProblem(fields['cases'])
}

function findCaseProblem(cases: unknown): string | undefined {
  if (typeof cases !== 'object' || cases === null || Object.keys(cases).length === 0) return 'has no cases'
  const wrong = Object.entries(cases).find(([, value]) => typeof value !== 'function')
  if (wrong !== undefined) return `has the case ${wrong[0]} that is no function`
  const unnamed = Object.keys(cases).find((name) => !/^[\w.:-]+$/.test(name))
  return unnamed === undefined
    ? undefined
    : `has the case ${JSON.stringify(unnamed)}, which is no name: letters, digits, "_", "-", "." and ":" are allowed`
}

function invalid(message: string): BenchpressError {
  return new BenchpressError('INVALID_CONFIG', message, { hint })
}
