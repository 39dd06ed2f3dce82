import { once } from 'node:events'
import { isDeepStrictEqual } from 'node:util'
import { Worker } from 'node:worker_threads'
import { messageOf, InvalidConfigError } from '../base/errors/benchpress-error.ts'
import { setUpPlugins } from '../load/plugin/config-plugins.ts'
import type { Plugin } from '../load/plugin/define-plugin.ts'
import { moduleBeside } from '../load/user/import-module.ts'
import { TestHooks } from '../load/user/setup-hooks.ts'
import { breachIn, endingOf, nowhere, stillOpen, type Attempt } from './trial.ts'
import { describePlugin, nameChanges, watchContext } from './watched-plugin.ts'

/** Clones the reference. */
export const tryReference: Attempt = async ({ reference }) => {
  const { module } = reference
  if (typeof module !== 'string' || module === '') {
    const advice = "give the URL of the module: import.meta.resolve('your-package/plugin')"
    return { isData: { seen: `its module is ${JSON.stringify(module)}`, advice } }
  }
  try {
    if (isDeepStrictEqual(structuredClone(reference), reference)) return {}
    return { isData: { seen: 'a clone of it is not the same', advice: 'make it a plain object of plain data, { module, options }' } }
  } catch (cause) {
    return { isData: { seen: `it cannot be cloned (${messageOf(cause)})`, cause } }
  }
}

/** Loads the plugin. */
export const tryModule: Attempt = async (trial) => {
  try {
    await trial.load(nowhere)
    return {}
  } catch (cause) {
    // A missing journey is not a fault of the plugin.
    const issues = cause instanceof InvalidConfigError ? cause.issues.filter(({ path }) => path.startsWith('plugins')) : []
    if (issues.length === 0) throw cause
    const hints = issues.flatMap(({ hint }) => hint ?? [])
    const seen = issues.map(({ message }) => message).join('; ')
    return { isPlugin: { seen, cause, ...(hints.length === 0 ? {} : { advice: hints.join('; ') }) } }
  }
}

/** Parses the options more than once, and with an unknown one. */
export const tryOptions: Attempt = async (trial) => {
  const { loaded, config } = await trial.load(nowhere)
  const { validate } = loaded.plugin.options['~standard']
  const raw = config.plugins[0]?.rawOptions
  const given = structuredClone(raw)
  const parse = async (): Promise<unknown> => {
    const result = await validate(given)
    return result.issues ?? result.value
  }
  const [first, second] = [await parse(), await parse()]
  const [gap] = Object.entries(Object(first)).find(([, value]) => value === undefined) ?? []
  const isObject = raw === undefined || (typeof raw === 'object' && raw !== null)
  const isRefused = !isObject || (await validate({ ...raw, noSuchOption: true })).issues !== undefined
  const differing = isDeepStrictEqual(first, second) ? undefined : `parsing ${show(raw)} twice gave ${show(first)} and ${show(second)}`
  const changed = { seen: `parsing changed ${show(raw)} to ${show(given)}`, advice: 'let the schema make a new object' }
  return {
    parsesAlike: isDeepStrictEqual(given, raw) ? differing : changed,
    refusesUnknownOptions: isRefused ? undefined : '{ noSuchOption: true } was accepted',
    completesOptions: gap === undefined ? undefined : `${gap} is undefined once parsed`,
  }
}

function show(value: unknown): string {
  return JSON.stringify(value) ?? String(value)
}

/** Loads the plugin in a separate worker thread. */
export const tryThread: Attempt = async (trial) => {
  const { loaded } = await trial.load(nowhere)
  const here = describePlugin(loaded)
  const entry = new URL(moduleBeside(import.meta.url, './load-plugin-entry'))
  const worker = new Worker(entry, { workerData: { ...trial.reference, module: loaded.module }, name: 'benchpress conformance' })
  try {
    const [there] = (await once(worker, 'message')) as [string]
    return { loadsInThreads: there === here ? undefined : `a worker thread found ${there}, and this one ${here}` }
  } catch (cause) {
    // An error thrown by a module ends its thread.
    const advice = 'let the module be imported everywhere: no state of the main thread, no build that runs there only'
    return { loadsInThreads: { seen: `a worker thread could not load it: ${messageOf(cause)}`, advice, cause } }
  } finally {
    await worker.terminate()
  }
}

/** Sets the plugin up and tears it down, with contexts that it is able to change. */
export const trySetup: Attempt = (trial) =>
  trial.withPlace(async ({ loaded, around, server }) => {
    const { limit } = trial.options
    const { plugin } = loaded
    const seen: Partial<Record<'setup' | 'teardown', string | undefined>> = {}
    const watched = async <Given extends object>(
      name: 'setup' | 'teardown',
      given: Given,
      hook: (own: Given) => unknown,
    ): Promise<unknown> => {
      const { context, changes } = watchContext(given)
      try {
        return await hook(context)
      } finally {
        seen[name] = nameChanges(name, changes())
      }
    }
    const changeable: Plugin = {
      ...plugin,
      setup: (given) => watched('setup', given, (context) => plugin.setup?.(context)),
      teardown: async (given) => void (await watched('teardown', given, (context) => plugin.teardown?.(context))),
    }
    const hooks = new TestHooks(around, limit)
    const setup = await endingOf(2 * limit, () => setUpPlugins([{ ...loaded, plugin: changeable }], hooks))
    const [failure] = await hooks.finish()
    const open = await stillOpen(server, limit)
    const left = open === '' ? undefined : { seen: `still open after it: ${open}`, advice: 'close in teardown what setup opens' }
    return {
      setupChangesNothing: seen.teardown ?? seen.setup,
      setupReturnsData: breachIn(setup),
      teardownEnds: failure === undefined ? left : { seen: failure.message, cause: failure },
    }
  })
