import { isBenchpressError } from '../../base/errors/benchpress-error.ts'
import { importModule } from '../user/import-module.ts'
import { findPluginProblems, type PluginProblem } from './check-plugin.ts'
import type { Plugin } from './plugin.ts'

/** A plugin, or why there is none. */
export type PluginFound = { readonly plugin: Plugin } | { readonly problems: readonly PluginProblem[] }

/** Imports the module of a plugin into this thread, and checks that it default-exports one. */
export async function loadPlugin(module: string): Promise<PluginFound> {
  let exported: unknown
  try {
    const namespace = await importModule(module, 'plugin module')
    if (!Object.hasOwn(namespace, 'default')) return { problems: [missingDefault(module, Object.keys(namespace))] }
    exported = namespace['default']
  } catch (error) {
    if (!isBenchpressError(error)) throw error
    return {
      problems: [
        { path: ['module'], message: error.message, hint: error.hint ?? (isNotFound(error.cause) ? 'is it installed?' : undefined) },
      ],
    }
  }
  const problems = findPluginProblems(exported, module)
  return problems.length === 0 ? { plugin: exported as Plugin } : { problems }
}

function missingDefault(module: string, names: readonly string[]): PluginProblem {
  const known = names.length === 0 ? 'it exports nothing' : `it exports ${names.join(', ')}`
  return { message: `the plugin module ${module} has no default export; ${known}`, hint: 'write `export default definePlugin({ ... })`' }
}

function isNotFound(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND'
}
