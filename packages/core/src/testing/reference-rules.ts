import { isDeepStrictEqual } from 'node:util'
import { InvalidConfigError } from '../base/errors/invalid-config-error.ts'
import type { Rule } from './rule.ts'
import { nowhere } from './trial.ts'

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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
