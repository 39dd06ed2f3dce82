import { setUpPlugins } from '../load/plugin/config-plugins.ts'
import { TestHooks } from '../load/user/setup-hooks.ts'
import { moduleBeside } from '../load/user/import-module.ts'
import { messageOf, InvalidConfigError } from '../base/errors/benchpress-error.ts'
import type { Breach, ConformanceRule } from './rule.ts'
import { waitUntilAlone, within, nowhere, type ConformanceServer, type Trial } from './trial.ts'
import { watchContext } from './watched-plugin.ts'
import { plural } from '../base/units/format.ts'
import { isDeepStrictEqual } from 'node:util'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { PluginReference } from '../load/plugin/define-plugin.ts'
import type { SeenInThread } from './load-plugin-entry.ts'
import type { StandardSchemaV1 } from '@standard-schema/spec'

/** The reference is data, which a config can contain. */
export const isData: ConformanceRule = {
  name: 'the reference is data that can cross threads',
  needs: [],
  check: async ({ reference }) => {
    const { module } = reference
    if (typeof module !== 'string' || module === '')
      return {
        seen: `its module is ${JSON.stringify(module)}`,
        advice: "give the URL of the module: import.meta.resolve('your-package/plugin')",
      }
    try {
      if (isDeepStrictEqual(structuredClone(reference), reference)) return undefined
      return { seen: 'a clone of it is not the same', advice: 'make it a plain object of plain data, { module, options }' }
    } catch (cause) {
      const advice = 'put no functions and no objects of classes into options; what needs code belongs into a journey file'
      return { seen: `it cannot be cloned (${messageOf(cause)})`, advice, cause }
    }
  },
}

/** The module of the reference exports a plugin. */
export const isPlugin: ConformanceRule = {
  name: 'the module default-exports a plugin with a good name, metrics and options',
  needs: [isData],
  check: async (trial) => {
    try {
      await trial.load(nowhere)
      return undefined
    } catch (cause) {
      // A missing journey is not a fault of the plugin.
      const issues = cause instanceof InvalidConfigError ? cause.issues.filter(({ path }) => path.startsWith('plugins')) : []
      if (issues.length === 0) throw cause
      const advice = issues.flatMap(({ hint }) => hint ?? []).join('; ')
      return { seen: issues.map(({ message }) => message).join('; '), advice: advice === '' ? 'change it as this says' : advice, cause }
    }
  },
}

const unknownKey = 'noSuchOption'

/** The options are parsed alike in every thread. */
export const parsesAlike: ConformanceRule = {
  name: 'options are parsed alike each time, and what was given is not changed',
  needs: [isPlugin],
  check: async (trial) => {
    const { schema, raw } = await optionsOf(trial)
    const given = structuredClone(raw)
    const [first, second] = [await parse(schema, given), await parse(schema, given)]
    if (!isDeepStrictEqual(given, raw))
      return { seen: `parsing changed ${show(raw)} to ${show(given)}`, advice: 'let the schema make a new object' }
    if (isDeepStrictEqual(first, second)) return undefined
    return {
      seen: `parsing ${show(raw)} twice gave ${show(first)} and ${show(second)}`,
      advice: 'use no time, no random number and no counter in the schema: each thread parses the options itself',
    }
  },
}

/** A misspelt option is refused. */
export const refusesUnknownOptions: ConformanceRule = {
  name: 'options with an unknown key are refused',
  needs: [isPlugin],
  check: async (trial) => {
    const { schema, raw } = await optionsOf(trial)
    if (raw !== undefined && (typeof raw !== 'object' || raw === null)) return undefined
    const result = await schema['~standard'].validate({ ...raw, [unknownKey]: true })
    if (result.issues !== undefined) return undefined
    return {
      seen: `{ ${unknownKey}: true } was accepted`,
      advice: 'make the schema strict, such as z.strictObject({ ... }): a misspelt option must not be ignored in silence',
    }
  },
}

/** An option that is left out gets its default. */
export const completesOptions: ConformanceRule = {
  name: 'options have every default filled in',
  needs: [isPlugin],
  check: async (trial) => {
    const { schema, raw } = await optionsOf(trial)
    const parsed = await parse(schema, structuredClone(raw))
    const gap = Object.entries(Object(parsed)).find(([, value]) => value === undefined)
    if (gap === undefined) return undefined
    return {
      seen: `${gap[0]} is undefined once parsed`,
      advice: 'give it a default, such as z.string().default(...), or leave the key out',
    }
  },
}

async function optionsOf(trial: Trial): Promise<{ readonly schema: StandardSchemaV1; readonly raw: unknown }> {
  const { loaded, config } = await trial.load(nowhere)
  return { schema: loaded.plugin.options, raw: config.plugins[0]?.rawOptions }
}

async function parse(schema: StandardSchemaV1, raw: unknown): Promise<unknown> {
  const result = await schema['~standard'].validate(raw)
  return result.issues ?? result.value
}

function show(value: unknown): string {
  return JSON.stringify(value) ?? String(value)
}

/** The plugin is the same in every thread. */
export const loadsInThreads: ConformanceRule = {
  name: 'every thread loads the same plugin from the reference',
  needs: [parsesAlike],
  check: async (trial) => {
    const { loaded } = await trial.load(nowhere)
    const seen = await seeInThread({ ...trial.reference, module: loaded.module })
    if ('problems' in seen) {
      const advice = 'let the module be imported everywhere: no state of the main thread, no build that runs there only'
      return { seen: `a worker thread could not load it: ${seen.problems.join('; ')}`, advice }
    }
    const { plugin, options } = loaded
    const here = { name: plugin.name, metrics: Object.keys(plugin.metrics), options: seen.options === undefined ? undefined : options }
    if (isDeepStrictEqual(seen, here)) return undefined
    return {
      seen: `a worker thread found ${JSON.stringify(seen)}, and this one ${JSON.stringify(here)}`,
      advice: 'let name, metrics and options depend on nothing but the code and the reference',
    }
  },
}

const entry = new URL(moduleBeside(import.meta.url, './load-plugin-entry'))

/** Loads a plugin in a separate worker thread, and returns what was found there. */
async function seeInThread(reference: PluginReference): Promise<SeenInThread> {
  const worker = new Worker(entry, { workerData: reference, name: 'benchpress conformance' })
  try {
    const [seen] = (await once(worker, 'message')) as [SeenInThread]
    return seen
  } catch (error) {
    // An error thrown by a module ends its thread.
    return { problems: [messageOf(error)] }
  } finally {
    await worker.terminate()
  }
}

/** `setup` and `teardown` do not change the context that they are given. */
export const setupChangesNothing: ConformanceRule = {
  name: 'setup changes nothing of what it is given',
  needs: [loadsInThreads, completesOptions],
  check: (trial) =>
    trial.withPlace(async ({ loaded: { plugin, options }, around }) => {
      const { limit } = trial.limits
      const watched = watchContext({ ...around, options })
      const ending = await within(limit, () => plugin.setup?.(watched.context))
      if ('value' in ending) {
        const after = watchContext({ ...around, options, shared: ending.value })
        await within(limit, () => plugin.teardown?.(after.context))
        return changed('teardown', after.changes()) ?? changed('setup', watched.changes())
      }
      // Other rules judge how it failed.
      return changed('setup', watched.changes())
    }),
}

/** `setup` returns data for the load threads. */
export const setupReturnsData: ConformanceRule = {
  name: 'setup ends in time and returns data that can be cloned',
  needs: [setupChangesNothing],
  check: (trial) =>
    trial.withPlace(async ({ loaded, around }) => {
      const hooks = new TestHooks(around, trial.limits.limit)
      try {
        await setUpPlugins([loaded], hooks)
        return undefined
      } catch (cause) {
        const advice = 'let setup succeed against the server that startServer starts, within the limit, and return plain data'
        return { seen: messageOf(cause), advice, cause }
      } finally {
        await hooks.finish()
      }
    }),
}

/** `teardown` ends in time. */
export const teardownEnds: ConformanceRule = {
  name: 'teardown ends in time and leaves no connection, also when there was no load',
  needs: [setupReturnsData],
  check: (trial) =>
    trial.withPlace(async ({ loaded, around, server }) => {
      const { limit } = trial.limits
      const hooks = new TestHooks(around, limit)
      await setUpPlugins([loaded], hooks)
      const [failure] = await hooks.finish()
      if (failure !== undefined) {
        const advice = 'let teardown succeed after every setup, and end: what it waits for may never come once a test has failed'
        return { seen: failure.message, advice, cause: failure }
      }
      return await breachByOpen(server, limit, 'close in teardown what setup opens')
    }),
}

/** How a plugin breaks a rule whose server has connections left after it, once they had a number of milliseconds to be closed; `undefined` where it has none. */
export async function breachByOpen(server: ConformanceServer, milliseconds: number, advice: string): Promise<Breach | undefined> {
  const left = await waitUntilAlone(server, milliseconds)
  if (left === 0) return undefined
  return { seen: `${plural(left, 'connection to the server is', 'connections to the server are')} open after it`, advice }
}

function changed(phase: string, names: readonly string[]): Breach | undefined {
  if (names.length === 0) return undefined
  const advice = `return what is new rather than changing a context: a test hands out read-only ones`
  return { seen: `${phase} changed ${names.map((name) => `context.${name}`).join(' and ')}`, advice }
}
