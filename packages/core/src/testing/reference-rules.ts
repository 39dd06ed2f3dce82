import { isDeepStrictEqual } from 'node:util'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import { InvalidConfigError, messageOf } from '../base/errors/benchpress-error.ts'
import type { Breach, Rule } from './rule.ts'
import { nowhere, type Trial } from './trial.ts'

/** Whether a config can hold the reference. */
export const isData: Rule = {
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

/** Whether there is a plugin where it says. */
export const isPlugin: Rule = {
  name: 'the module default-exports a plugin with a good name, metrics and options',
  needs: [isData],
  check: async (trial) => {
    try {
      await trial.load(nowhere)
      return undefined
    } catch (cause) {
      // A journey that is not there is no fault of the plugin.
      const issues = cause instanceof InvalidConfigError ? cause.issues.filter(({ path }) => path.startsWith('plugins')) : []
      if (issues.length === 0) throw cause
      const advice = issues.flatMap(({ hint }) => hint ?? []).join('; ')
      return { seen: issues.map(({ message }) => message).join('; '), advice: advice === '' ? 'change it as this says' : advice, cause }
    }
  },
}

const unknownKey = 'noSuchOption'

interface Options {
  readonly schema: StandardSchemaV1
  readonly raw: unknown
}

/** Whether every thread has the same options. */
export const parsesAlike: Rule = {
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

/** Whether an option that was misspelt is refused. */
export const refusesUnknownOptions: Rule = {
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

/** Whether an option that was left out has its default. */
export const completesOptions: Rule = {
  name: 'options have every default filled in',
  needs: [isPlugin],
  check: async (trial) => {
    const { schema, raw } = await optionsOf(trial)
    const parsed = await parse(schema, structuredClone(raw))
    return findGap(parsed)
  },
}

function findGap(parsed: unknown): Breach | undefined {
  if (typeof parsed !== 'object' || parsed === null) return undefined
  const [gap] = Object.entries(parsed).filter(([, value]) => value === undefined)
  if (gap === undefined) return undefined
  return { seen: `${gap[0]} is undefined once parsed`, advice: 'give it a default, such as z.string().default(...), or leave the key out' }
}

async function optionsOf(trial: Trial): Promise<Options> {
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
