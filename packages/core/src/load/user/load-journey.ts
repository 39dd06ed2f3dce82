import type { Journey, JourneyHooks } from './journey.ts'
import { BenchpressError, messageOf } from '../../base/errors/benchpress-error.ts'
import { importExport, type ModuleExport } from './import-module.ts'

/** The source of a journey: a module, or a function when the load runs in the calling thread. */
export type JourneySource = ModuleExport | { readonly run: Journey<never, never> }

/** A loaded journey, with the hooks of its module. */
export interface LoadedJourney {
  readonly run: Journey<never, never>
  readonly hooks: JourneyHooks<never, never>
}

type MakeJourney = (options: unknown) => unknown

const hookNames = ['beforeAll', 'afterAll', 'beforeUser', 'afterUser'] as const

/**
 * Imports the module of a journey into this thread, once for any number of calls.
 *
 * @throws BenchpressError `INVALID_CONFIG`, with module and export, when there is no such journey or its module throws
 */
export async function loadJourney(source: ModuleExport): Promise<LoadedJourney> {
  const { exported, namespace, where } = await importExport(
    source,
    'journey module',
    'write `export default journey(async (user) => { ... })`',
  )
  if (typeof exported !== 'function') throw invalid(`${where} is no function, but ${nameType(exported)}`)
  const run = source.options === undefined ? exported : await makeJourney(exported as MakeJourney, source.options, where)
  return { run: run as LoadedJourney['run'], hooks: hooksOf(namespace, source.module) }
}

async function makeJourney(make: MakeJourney, options: unknown, where: string): Promise<unknown> {
  let made: unknown
  try {
    made = await make(options)
  } catch (error) {
    throw invalid(`${where} refused its options: ${messageOf(error)}`, undefined, error)
  }
  if (typeof made !== 'function') throw invalid(`${where} was given options and made no journey of them, but ${nameType(made)}`)
  return made
}

function hooksOf(namespace: Readonly<Record<string, unknown>>, module: string): LoadedJourney['hooks'] {
  const hooks: Record<string, unknown> = {}
  for (const name of hookNames) {
    const hook = namespace[name]
    if (hook === undefined) continue
    if (typeof hook !== 'function') throw invalid(`${name} of the journey module ${module} is no function, but ${nameType(hook)}`)
    hooks[name] = hook
  }
  return hooks
}

function invalid(message: string, hint?: string, cause?: unknown): BenchpressError {
  return new BenchpressError('INVALID_CONFIG', message, { hint, cause })
}

function nameType(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'an array' : `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`
}
